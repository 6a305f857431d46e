import { idleSameRules, sameLineProblems } from '../cell/same-lines.ts';
import type { IOutput } from '../output/output.ts';
import { problemAt, type Problem } from './problem.ts';
import type { RecordedNote } from './recording-library.ts';
import { notebookFile } from './recording-place.ts';

/** What `same=` of a fence is held against: all that the code printed, the titles of errors and results, without warnings. */
export function comparedText(outputs: readonly IOutput[]): string {
  return outputs.map((output) => {
    if (output.output_type === 'stream') return output.name === 'stdout' ? output.text : '';
    if (output.output_type === 'error') return `\n${output.ename}: ${output.evalue}\n`;
    const result = output.output_type === 'execute_result' ? output.data['text/plain'] : undefined;
    return typeof result === 'string' ? `\n${result}\n` : '';
  }).join('');
}

/** Fences whose `same=` names nothing that is recorded, and other machines' recordings that differ from the reference in what it names. */
export function sameProblems({ note, cells, others }: Pick<RecordedNote, 'note' | 'cells' | 'others'>): readonly Problem[] {
  if (note.cells.length === 0) return []; // of a translation its twin tells
  return cells.flatMap((recorded): readonly Problem[] => {
    const { id, same } = recorded.cell.options;
    if (recorded.state !== 'fresh' || same.length === 0) return [];
    const text = comparedText(recorded.recording.outputs);
    const place = { line: recorded.cell.line, column: 1 };
    const problem = (message: string, hint: string): Problem => problemAt(note.file, place, message, hint);
    const idle = idleSameRules(same, text).map(({ pattern }) => problem(
      `same="${pattern}" fits no line that cell ${id} printed`,
      'write a label or a line as it is recorded, * for any text, and what is more special first',
    ));
    const apart = others.flatMap(({ name, cells: elsewhere }) => {
      const other = elsewhere.find(({ cell, state }) => cell.options.id === id && state === 'fresh');
      if (other?.state !== 'fresh') return [];
      return sameLineProblems(same, text, comparedText(other.recording.outputs)).map((difference) => problem(
        `cell ${id} is not the same in ${notebookFile(note.id, name)}: ${difference}`, 'record again, or take the line out of same=',
      ));
    });
    return [...idle, ...apart];
  });
}
