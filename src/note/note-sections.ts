import GithubSlugger from 'github-slugger';
import type { Nodes, Root } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { toString } from 'mdast-util-to-string';
import { elementAttribute } from './element-attribute.ts';
import type { NoteSection } from './note.ts';

type Draft = { -readonly [K in keyof NoteSection]: NoteSection[K] } & { embeddedCells: string[] };

/** Cuts a note at its headings, for search. Anchors are those that the site gives the headings. */
export function noteSections(tree: Root): readonly NoteSection[] {
  const slugger = new GithubSlugger();
  let section = newSection('', '');
  const sections = [section];
  const collect = (node: Nodes): void => {
    if (node.type === 'heading') {
      const heading = toString(node, { includeImageAlt: false });
      section = newSection(heading, slugger.slug(heading));
      sections.push(section);
    } else if ('children' in node && !isCell(node)) {
      for (const child of node.children) collect(child);
      if (BLOCKS.has(node.type)) section.text = `${section.text.trimEnd()}\n`;
    } else addLeaf(section, node);
  };
  collect(tree);
  return sections
    .map((each) => ({ ...each, text: each.text.replaceAll(ASIDE, (_, title?: string) => (title === undefined ? '' : `${title}\n`)) }))
    .filter(({ heading, text, code, embeddedCells }) => heading + text + code !== '' || embeddedCells.length > 0);
}

function newSection(heading: string, anchor: string): Draft {
  return { heading, anchor, text: '', code: '', embeddedCells: [] };
}

function addLeaf(section: Draft, node: Nodes): void {
  if (node.type === 'code') section.code += `${section.code === '' ? '' : '\n'}${node.value}`;
  else if (node.type === 'text') section.text += node.value;
  else if (node.type === 'inlineCode') section.text += `\`${node.value}\``;
  else if (node.type === 'break') section.text += '\n';
  else if (isCell(node)) {
    const id = elementAttribute(node, 'id');
    if (id !== undefined) section.embeddedCells.push(id);
  }
}

function isCell(node: Nodes): node is MdxJsxFlowElement {
  return node.type === 'mdxJsxFlowElement' && node.name === 'Cell';
}

/** Ends a line of text, so that the last word of a block does not run into the next one. */
const BLOCKS = new Set(['paragraph', 'tableRow', 'tableCell', 'listItem', 'blockquote', 'mdxJsxFlowElement']);

/** The lines around an aside (`:::note[Title]`, `:::`), of which the title alone is text. */
const ASIDE = /^:{3,}[a-z]*(?:\[([^\n]*)\])?[ \t]*(?:\n|$)/gmu;
