import type { Metric } from '../cell/metrics.ts';
import { recordedMetric } from './recorded-metric.ts';
import { loadRecordedNote } from './recording-library.ts';

/**
 * Looks up the metrics of one cell, for figures: null where there is no fresh recording. Throws where the note has no
 * such cell; the look-up throws where the cell printed no such line.
 */
export async function recordedValues(root: string, note: string, cellId: string): Promise<(label: string) => Metric | null> {
  const { cells } = await loadRecordedNote(root, note, 'en');
  const recorded = cells.find(({ cell }) => cell.options.id === cellId);
  if (!recorded) throw new Error(`a figure asks for cell "${cellId}", which notes/${note}.mdx does not have`);
  return (label) => recordedMetric(recorded, label);
}
