import GithubSlugger from 'github-slugger';
import type { Code, Nodes, Root } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { toString } from 'mdast-util-to-string';
import { parseFenceOptions } from '../cell/fence-options.ts';
import { elementAttribute } from './element-attribute.ts';
import { mathText } from './math-text.ts';
import { metricReference } from './metric-reference.ts';
import type { MetricReference, NoteSection } from './note.ts';

type Draft = { -readonly [K in keyof NoteSection]: NoteSection[K] } & {
  readonly text: (string | MetricReference)[];
  readonly ownCells: string[];
  readonly embeddedCells: string[];
};

/**
 * Cuts a note at its headings, for search. Anchors are those that the site gives the headings.
 * @param ownId the note that a `<Metric>` without `note` means
 */
export function noteSections(tree: Root, ownId: string): readonly NoteSection[] {
  const slugger = new GithubSlugger();
  let section = newSection('', '');
  const sections = [section];
  const collect = (node: Nodes): void => {
    if (node.type === 'heading') {
      const heading = toString(node, { includeImageAlt: false });
      section = newSection(heading, slugger.slug(heading));
      sections.push(section);
      return;
    }
    const metric = metricReference(node, ownId);
    if (metric) section.text.push(metric);
    else if ('children' in node && !isCell(node)) for (const child of node.children) collect(child);
    else addLeaf(section, node);
    if (BLOCKS.has(node.type) && !isCell(node)) endLine(section);
  };
  collect(tree);
  return sections
    .map((each) => ({ ...each, text: each.text.map(withoutAsideMarks).filter((part) => part !== '') }))
    .filter(({ heading, text, code, embeddedCells }) => heading + code !== '' || text.length + embeddedCells.length > 0);
}

function newSection(heading: string, anchor: string): Draft {
  return { heading, anchor, text: [], code: '', ownCells: [], embeddedCells: [] };
}

function addLeaf(section: Draft, node: Nodes): void {
  if (node.type === 'code') addCode(section, node);
  else if (node.type === 'text') addText(section, node.value);
  else if (node.type === 'inlineCode') addText(section, `\`${node.value}\``);
  else if (node.type === 'inlineMath' || node.type === 'math') addText(section, mathText(node.value));
  else if (node.type === 'break') addText(section, '\n');
  else if (isCell(node)) {
    const id = elementAttribute(node, 'id');
    if (id !== undefined) section.embeddedCells.push(id);
  }
}

function addCode(section: Draft, { value, meta }: Code): void {
  section.code += `${section.code === '' ? '' : '\n'}${value}`;
  const fence = parseFenceOptions(meta ?? '');
  if (fence.kind === 'cell') section.ownCells.push(fence.options.id);
}

function addText({ text }: Draft, value: string): void {
  const last = text.at(-1);
  if (typeof last === 'string') text[text.length - 1] = last + value;
  else text.push(value);
}

function endLine({ text }: Draft): void {
  const last = text.at(-1);
  if (typeof last === 'string') text[text.length - 1] = `${last.trimEnd()}\n`;
  else if (last) text.push('\n');
}

function isCell(node: Nodes): node is MdxJsxFlowElement {
  return node.type === 'mdxJsxFlowElement' && node.name === 'Cell';
}

function withoutAsideMarks(part: string | MetricReference): string | MetricReference {
  if (typeof part !== 'string') return part;
  return part.replaceAll(ASIDE, (_, title?: string) => (title === undefined ? '' : `${title}\n`));
}

/** Ends a line of text, so that the last word of a block does not run into the next one. */
const BLOCKS = new Set(['paragraph', 'tableRow', 'tableCell', 'listItem', 'blockquote', 'math', 'mdxJsxFlowElement']);

/** The lines around an aside (`:::note[Title]`, `:::`), of which the title alone is text. */
const ASIDE = /^:{3,}[a-z]*(?:\[([^\n]*)\])?[ \t]*(?:\n|$)/gmu;
