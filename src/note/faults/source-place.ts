import type { Node } from 'mdast';
import { placeOf } from '../node-place.ts';
import type { Place } from '../note.ts';

/** What stands in the file for a node; empty for one that no parser made. */
export function sourceOf({ position }: Node, text: string): string {
  return text.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
}

/** The place of a character in the source of a node, counted from the node's first. */
export function placeIn(node: Node, text: string, offset: number): Place {
  const start = placeOf(node);
  const before = sourceOf(node, text).slice(0, offset).split('\n');
  const last = before.at(-1) ?? '';
  return { line: start.line + before.length - 1, column: before.length === 1 ? start.column + last.length : last.length + 1 };
}
