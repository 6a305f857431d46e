import { needs, type Need } from '../cell/cell.ts';
import type { Note } from './note.ts';

/** How many of a note's cells need what, the most demanding first; of a note without cells, its own need. */
export function noteNeeds({ cells, frontmatter }: Note): readonly { readonly need: Need; readonly cells: number }[] {
  if (cells.length === 0) return [{ need: frontmatter.needs, cells: 0 }];
  const count = (need: Need): number => cells.filter(({ options }) => (options.needs ?? frontmatter.needs) === need).length;
  return needs.map((need) => ({ need, cells: count(need) })).filter((each) => each.cells > 0);
}
