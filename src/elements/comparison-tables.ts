import { compareOutputs, isSame, type ComparedLine, type MetricPair, type OutputComparison, type PrintedText } from '../cell/output-comparison.ts';
import type { ComparisonLabels } from '../i18n/comparison-labels.ts';
import { escapeHtml } from '../output/escape-html.ts';
import style from './comparison-tables.css?url';
import { loadStyle } from './load-style.ts';

await loadStyle(style);

/** Widest bar, in the units of its drawing. */
const BAR_WIDTH = 60;

/** What is said of a run beside its recording, and the tables that set both side by side; no HTML where nothing differs. */
export interface ToldComparison {
  readonly sentence: string;
  readonly html: string;
}

/** Compares what a run printed with the recording. @param machine the GPU that recorded it, null for a machine without one */
export function tellComparison(
  recorded: PrintedText, live: PrintedText, kind: 'metrics' | 'text', machine: string | null, labels: ComparisonLabels,
): ToldComparison {
  const comparison = compareOutputs(recorded, live, kind);
  return { sentence: sentence(comparison, machine, labels), html: tables(comparison, machine, labels) };
}

function sentence(comparison: OutputComparison, machine: string | null, labels: ComparisonLabels): string {
  const { metrics, lines, differing, masked } = comparison;
  if (lines === null) return labels.different(machine);
  if (isSame(comparison)) return masked === 0 ? labels.same(machine) : labels.sameButMasked(machine);
  const ratios = metrics.flatMap(({ ratio }) => ratio ?? []).toSorted((a, b) => a - b);
  const [least] = ratios;
  const most = ratios.at(-1);
  if (least === undefined || most === undefined) {
    return labels.lines(machine, differing + metrics.filter(({ recorded, live }) => recorded?.text !== live?.text).length);
  }
  return labels.numbersAndLines(labels.numbers(machine, ratios.length, formatRatio(least), formatRatio(most)), differing);
}

/** Three digits at most, two after the point. */
function formatRatio(ratio: number): string {
  if (ratio !== 0 && (ratio < 0.01 || ratio >= 1000)) return ratio.toExponential(1);
  return ratio.toFixed(ratio < 10 ? 2 : ratio < 100 ? 1 : 0);
}

function tables(comparison: OutputComparison, machine: string | null, labels: ComparisonLabels): string {
  if (isSame(comparison)) return '';
  const { metrics, lines } = comparison;
  return (metrics.length > 0 ? metricsTable(metrics, machine, labels) : '') + (lines && lines.length > 0 ? linesTable(lines, labels) : '');
}

function metricsTable(metrics: readonly MetricPair[], machine: string | null, labels: ComparisonLabels): string {
  const heads = [labels.label, labels.recorded(machine), labels.live].map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('');
  return `<table class="comparison-numbers"><caption>${escapeHtml(labels.numbersCaption)}</caption>` +
    `<thead><tr>${heads}<th scope="col" colspan="2">${escapeHtml(labels.ratio)}</th></tr></thead>` +
    `<tbody>${metrics.map(metricRow).join('')}</tbody></table>`;
}

function metricRow({ label, recorded, live, ratio }: MetricPair): string {
  const cell = (metric: MetricPair['live']): string => `<td>${metric ? escapeHtml(`${metric.text}\u00A0${metric.unit}`.trimEnd()) : '–'}</td>`;
  return `<tr><th scope="row">${escapeHtml(label)}</th>${cell(recorded)}${cell(live)}` +
    `<td>${ratio === null ? '–' : `${formatRatio(ratio)}\u00A0×`}</td><td>${ratio === null ? '' : bars(ratio)}</td></tr>`;
}

/** The recorded number above, the reader's below. */
function bars(ratio: number): string {
  const widest = Math.max(1, ratio);
  const bar = (name: string, y: number, value: number): string => (
    `<rect class="${name}" y="${y}" width="${((value / widest) * BAR_WIDTH).toFixed(1)}" height="5"/>`
  );
  return `<svg viewBox="0 0 ${BAR_WIDTH} 12" width="${BAR_WIDTH}" height="12" aria-hidden="true">${bar('bar-recorded', 0, 1)}${bar('bar-live', 7, ratio)}</svg>`;
}

function linesTable(lines: readonly ComparedLine[], labels: ComparisonLabels): string {
  const names = { recorded: labels.onlyRecorded, live: labels.onlyLive, same: labels.both } as const;
  const rows = lines.map((line) => (line.kind === 'left-out'
    ? `<tr class="line-left-out"><td colspan="2">${escapeHtml(labels.leftOut(line.count))}</td></tr>`
    : `<tr class="line-${line.kind}"><th scope="row">${escapeHtml(names[line.kind])}</th><td><code>${escapeHtml(line.text)}</code></td></tr>`));
  return `<table class="comparison-lines"><caption>${escapeHtml(labels.linesCaption)}</caption><tbody>${rows.join('')}</tbody></table>`;
}
