import type { MetricText } from '../note/search-pages.ts';
import { recordedMetric } from './recorded-metric.ts';
import { loadRecordedNote } from './recording-library.ts';

/** Reads what a `<Metric>` shows, number and unit, from a project's recordings. @param missing what it reads where there is no fresh one */
export function metricText(root: string, missing = '…'): MetricText {
  return async ({ note, cell: id, label, digits }) => {
    const { cells } = await loadRecordedNote(root, note, 'en');
    const recorded = cells.find(({ cell }) => cell.options.id === id);
    if (!recorded) throw new Error(`<Metric>: notes/${note}.mdx has no cell "${id}"`);
    const metric = recordedMetric(recorded, label);
    if (!metric) return missing;
    const number = digits === null ? metric.text : metric.value.toFixed(digits);
    return metric.unit === '' ? number : `${number} ${metric.unit}`;
  };
}
