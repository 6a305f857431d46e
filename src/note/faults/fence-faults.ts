import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { fenceProblem } from '../../cell/fence-options.ts';
import { widthBeforeMeta } from '../note-cells.ts';
import { placeOf } from '../node-place.ts';
import type { Fault } from '../note.ts';

/** Options that no fence has, and those of cells on a fence that does not run. */
export function fenceFaults(tree: Root, text: string): readonly Fault[] {
  const faults: Fault[] = [];
  visit(tree, 'code', (node) => {
    const problem = fenceProblem(node.meta ?? '');
    if (!problem) return;
    const { line, column } = placeOf(node);
    faults.push({ line, column: column + widthBeforeMeta(node, text) + problem.offset, message: problem.message, hint: problem.hint });
  });
  return faults;
}
