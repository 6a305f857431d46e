import type { Root } from 'mdast';
import type { Fault } from '../note.ts';
import { emphasisFaults } from './emphasis-faults.ts';
import { expressionFaults } from './expression-faults.ts';
import { fenceFaults } from './fence-faults.ts';
import { idFaults } from './id-faults.ts';
import { literalFaults } from './literal-faults.ts';
import { mathFaults } from './math-faults.ts';
import { optionDashFaults } from './option-dash-faults.ts';
import { tableFaults } from './table-faults.ts';

/** Says of a page that MDX could parse where it would not show what was meant, in the order of the file. */
export function pageFaults(tree: Root, text: string): readonly Fault[] {
  const kinds = [emphasisFaults, expressionFaults, fenceFaults, idFaults, literalFaults, mathFaults, optionDashFaults, tableFaults];
  return kinds.flatMap((faults) => faults(tree, text)).toSorted((a, b) => a.line - b.line || a.column - b.column);
}
