import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { placeOf } from '../node-place.ts';
import type { Fault } from '../note.ts';

/** Rows with more cells than their header: the page would leave the last ones out. */
export function tableFaults(tree: Root): readonly Fault[] {
  const faults: Fault[] = [];
  visit(tree, 'table', ({ children: [header, ...rows] }) => {
    const columns = header?.children.length ?? 0;
    for (const row of rows) {
      const extra = row.children[columns];
      if (!extra) continue;
      const message = `the row has ${row.children.length} cells and the header ${columns}: what is too much is not shown`;
      faults.push({ ...placeOf(row), message, hint: 'write | inside a cell as \\|, in code too' });
    }
  });
  return faults;
}
