import { parseMetrics, type Metric } from '../cell/metrics.ts';
import type { RecordedCell } from './recording-state.ts';

/**
 * The metric that a recorded cell printed under a label; null where there is no fresh recording.
 * Throws where the recording has no such line, or several: a number on a page must have one source.
 */
export function recordedMetric(recorded: RecordedCell, label: string): Metric | null {
  const { id, metrics } = recorded.cell.options;
  if (!metrics) throw new Error(`cell ${id} is not marked metrics: add it to the fence`);
  if (recorded.state !== 'fresh') return null;
  const printed = recorded.recording.outputs.flatMap((output) => (output.output_type === 'stream' ? output.text : []));
  const all = parseMetrics(printed.join(''));
  const found = all.filter((metric) => metric.label === label);
  const [metric] = found;
  if (!metric || found.length > 1) {
    const labels = all.map((each) => `"${each.label}"`).join(', ');
    throw new Error(`cell ${id} printed ${found.length} lines labelled "${label}"; it has ${labels}`);
  }
  return metric;
}
