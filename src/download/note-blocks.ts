import type { Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { cellPlace, plainNodes, type CellPlace, type PlainParts } from './plain-nodes.ts';

/** A piece of a note in the order of the page: Markdown that every reader of notebooks understands, or a runnable cell. */
export type NoteBlock =
  | { readonly kind: 'markdown'; readonly text: string }
  | { readonly kind: 'cell'; readonly place: CellPlace };

// A table's columns are not filled up with spaces: in Chinese no two programs agree on their width.
const writer = unified().use(remarkStringify, { bullet: '-', rule: '-', resourceLink: true }).use(remarkGfm, { tablePipeAlign: false }).use(remarkMath);

/** Cuts a note into Markdown and cells; a heading begins a new piece. */
export function noteBlocks(tree: Root, parts: PlainParts): readonly NoteBlock[] {
  const blocks: NoteBlock[] = [];
  let waiting: RootContent[] = [];
  const flush = (): void => {
    const text = markdownText(waiting);
    if (text !== '') blocks.push({ kind: 'markdown', text });
    waiting = [];
  };
  for (const node of tree.children) {
    const cell = cellPlace(node, parts.ownId);
    const found: CellPlace[] = cell ? [cell] : [];
    if (node.type === 'heading') flush();
    if (!cell) waiting.push(...plainNodes([node], parts, found));
    if (found.length > 0) flush();
    blocks.push(...found.map((place) => ({ kind: 'cell', place }) as const));
  }
  flush();
  return blocks;
}

/** Nodes as Markdown, without a newline at the end. */
export function markdownText(nodes: readonly RootContent[]): string {
  return writer.stringify({ type: 'root', children: [...nodes] }).trimEnd();
}
