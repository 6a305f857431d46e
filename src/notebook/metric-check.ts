import { recordedMetric } from './recorded-metric.ts';
import type { Problem } from './problem.ts';
import type { RecordedNote } from './recording-library.ts';

/** `<Metric>` elements of a note whose cell or line is not there; those of an unrecorded cell are counted elsewhere. */
export function metricProblems({ note, cells }: RecordedNote): readonly Problem[] {
  return note.metrics.flatMap(({ cell: id, label, line, note: source }) => {
    if (source !== note.id) return [];
    const recorded = cells.find(({ cell }) => cell.options.id === id);
    const problem = (message: string, hint: string): Problem => ({ file: note.file, line, column: 1, message, hint });
    if (!recorded) return [problem(`<Metric cell="${id}"> names no cell of this note`, 'write the id of one of its cells')];
    try {
      recordedMetric(recorded, label);
      return [];
    } catch (error) {
      return [problem(error instanceof Error ? error.message : String(error), 'write the label as the cell prints it')];
    }
  });
}
