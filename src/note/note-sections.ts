import GithubSlugger from 'github-slugger';
import type { Nodes, Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { elementAttribute } from './element-attribute.ts';
import type { NoteSection } from './note.ts';

type Draft = { -readonly [K in keyof NoteSection]: NoteSection[K] } & { embeddedCells: string[] };

/** Cuts a note at its headings, for search. Anchors are those that the site gives the headings. */
export function noteSections(tree: Root): readonly NoteSection[] {
  const slugger = new GithubSlugger();
  const sections: Draft[] = [{ heading: '', anchor: '', text: '', code: '', embeddedCells: [] }];
  for (const node of tree.children) {
    if (node.type === 'heading') {
      const heading = toString(node);
      sections.push({ heading, anchor: slugger.slug(heading), text: '', code: '', embeddedCells: [] });
      continue;
    }
    const section = sections[sections.length - 1];
    if (section) collect(node, section);
  }
  return sections.filter(({ heading, text, code, embeddedCells }) => heading + text + code !== '' || embeddedCells.length > 0);
}

function collect(node: Nodes, section: Draft): void {
  if (node.type === 'code') {
    section.code += `${section.code === '' ? '' : '\n'}${node.value}`;
    return;
  }
  if (node.type === 'yaml' || node.type === 'mdxjsEsm' || node.type === 'math') return;
  if (node.type === 'mdxJsxFlowElement' && node.name === 'Cell') {
    const id = elementAttribute(node, 'id');
    if (id !== undefined) section.embeddedCells.push(id);
    return;
  }
  if (node.type === 'text') section.text += node.value;
  else if (node.type === 'inlineCode') section.text += `\`${node.value}\``;
  else if ('children' in node) {
    for (const child of node.children) collect(child, section);
    if (BLOCKS.has(node.type)) section.text = `${section.text.trimEnd()}\n`;
  }
}

/** Ends a line of text, so that the last word of a block does not run into the next one. */
const BLOCKS = new Set(['paragraph', 'tableRow', 'tableCell', 'listItem', 'blockquote', 'mdxJsxFlowElement']);
