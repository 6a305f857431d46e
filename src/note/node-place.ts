import type { Node } from 'mdast';
import type { Place } from './note.ts';

/** Where a node begins; the file's beginning for a node that no parser made. */
export function placeOf({ position }: Node): Place {
  return { line: position?.start.line ?? 1, column: position?.start.column ?? 1 };
}
