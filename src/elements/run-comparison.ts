import { compareOutputs, isSame, type ComparedLine, type MetricPair, type OutputComparison, type PrintedText } from '../cell/output-comparison.ts';
import { comparisonLabels, type ComparisonLabels } from '../i18n/comparison-labels.ts';
import type { Locale } from '../i18n/locale.ts';
import { escapeHtml } from '../output/escape-html.ts';

export interface RunParts {
  /** `.cell-comparison`: a sentence that is read out, and room for what can be unfolded. */
  readonly place: HTMLElement;
  readonly live: HTMLElement;
  /** The recorded outputs, those of each machine in `[data-machine]`; the machine that is shown is compared with. */
  readonly recorded: HTMLElement;
  readonly kind: 'metrics' | 'text';
  /** Whether the run ended as the recorded one did; its outputs are compared only then. */
  readonly ended: 'alike' | 'otherwise';
  readonly locale: Locale;
}

/** Widest bar, in the units of its drawing. */
const BAR_WIDTH = 60;

/** The place's present run: a choice of another machine compares it anew. */
const shown = new WeakMap<HTMLElement, RunParts>();

/** Says under a run how it compares with the recording, and sets both side by side where they differ. */
export function showComparison(run: RunParts): void {
  const isFirst = !shown.has(run.place);
  shown.set(run.place, run);
  update(run);
  if (!isFirst) return;
  document.addEventListener('warpnotes:machine', () => {
    const present = shown.get(run.place);
    if (present && !run.place.hidden) update(present);
  });
}

function update({ place, live, recorded, kind, ended, locale }: RunParts): void {
  const labels = comparisonLabels[locale];
  const outputs = recorded.querySelector<HTMLElement>('.cell-machine:not([hidden])');
  const said = place.querySelector('[role=status]');
  if (!outputs || !said) throw new Error('a cell without recorded outputs is compared with nothing');
  const machine = outputs.dataset['gpu'] ?? null;
  const comparison = ended === 'alike' ? compareOutputs(printedText(outputs), printedText(live), kind) : null;
  said.textContent = comparison ? sentence(comparison, machine, labels) : labels.failed;
  fold(place, comparison ? tables(comparison, machine, labels) : '', labels);
  place.removeAttribute('aria-busy');
}

/** What stays open over runs is what the reader opened. */
function fold(place: HTMLElement, html: string, labels: ComparisonLabels): void {
  const open = place.querySelector('button')?.getAttribute('aria-expanded') === 'true';
  place.querySelector('button')?.remove();
  place.querySelector('.cell-comparison-tables')?.remove();
  if (html === '') return;
  const body = document.createElement('div');
  body.className = 'cell-comparison-tables';
  body.id = `${place.id}-tables`;
  body.hidden = !open;
  body.innerHTML = html;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = labels.show;
  button.setAttribute('aria-expanded', String(open));
  button.setAttribute('aria-controls', body.id);
  button.addEventListener('click', () => {
    body.hidden = !body.hidden;
    button.setAttribute('aria-expanded', String(!body.hidden));
  });
  place.append(button, body);
}

/** The text of outputs as they are shown; tables, pictures and what the compiler said are not compared. */
function printedText(outputs: HTMLElement): PrintedText {
  const of = (selector: string): string => [...outputs.querySelectorAll(selector)].reduce((text, { textContent }) => (
    text === '' || text.endsWith('\n') ? text + textContent : `${text}\n${textContent}`
  ), '');
  return { stdout: of('.output-stdout'), stderr: of('.output-stderr'), other: of('.output-plain, .output-error-title') };
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
