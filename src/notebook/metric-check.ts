import { noteFile } from '../note/note-path.ts';
import type { Page } from '../note/note.ts';
import { problemAt, type Problem } from './problem.ts';
import { recordedMetric } from './recorded-metric.ts';
import type { RecordedCell } from './recording-state.ts';

/** The cells of an English note; `absent` where there is no such note, `unread` where it or its recording cannot be read. */
export type CellsOf = (noteId: string) => readonly RecordedCell[] | 'absent' | 'unread';

/**
 * `<Metric>` elements of a page whose cell or line is not there. Labels are held against fresh recordings alone: the output of
 * a stale one says nothing about what the changed code will print, and the cell is counted as stale anyway.
 */
export function metricProblems({ file, metrics }: Page, cellsOf: CellsOf): readonly Problem[] {
  return metrics.flatMap((metric) => {
    const { note, cell: id, label } = metric;
    const problem = (message: string, hint: string): readonly Problem[] => [problemAt(file, metric, message, hint)];
    if (note === '') return problem('<Metric> outside a note does not say which note it means', 'write note="topic/slug"');
    const cells = cellsOf(note);
    if (cells === 'unread') return [];
    if (cells === 'absent') return problem(`<Metric> takes a number of ${note}, which is no note in English`, `its file would be ${noteFile(note, 'en')}`);
    const recorded = cells.find(({ cell }) => cell.options.id === id);
    if (!recorded) {
      const ids = cells.map(({ cell }) => cell.options.id).join(', ') || 'none';
      return problem(`<Metric cell="${id}"> names no cell of ${note}`, `write the id of one of its cells: ${ids}`);
    }
    try {
      recordedMetric(recorded, label);
      return [];
    } catch (error) {
      const hint = recorded.cell.options.metrics ? 'write the label as the cell prints it' : 'lines of a metrics cell are numbers with a label';
      return problem(error instanceof Error ? error.message : String(error), hint);
    }
  });
}
