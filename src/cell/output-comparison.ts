import { diffArrays } from 'diff/lib/diff/array.js';
import { parseMetrics, type Metric } from './metrics.ts';

/** What a run printed, as text; the streams apart, since the order between them is not fixed. */
export interface PrintedText {
  readonly stdout: string;
  readonly stderr: string;
  /** Results and the titles of errors. */
  readonly other: string;
}

/** One metric line of either run; those that both printed stand together. */
export interface MetricPair {
  readonly label: string;
  readonly recorded: Metric | null;
  readonly live: Metric | null;
  /** Live to recorded; null where one is missing, the units differ, or there is nothing to divide by. */
  readonly ratio: number | null;
}

/** A line of the text besides the metrics. `left-out` stands for lines that are the same in both. */
export type ComparedLine =
  | { readonly kind: 'recorded' | 'live' | 'same'; readonly text: string }
  | { readonly kind: 'left-out'; readonly count: number };

/** A run beside a recording of the same cell. */
export interface OutputComparison {
  readonly metrics: readonly MetricPair[];
  /** Around what differs; empty where nothing does, null where the texts differ too much to set them side by side. */
  readonly lines: readonly ComparedLine[] | null;
  /** Lines of either run that the other has not. */
  readonly differing: number;
  /** Lines that differ in what is masked alone. */
  readonly masked: number;
}

/** Equal lines that are shown before and after what differs. */
const CONTEXT_LINES = 1;
/** A text that needs more changes is another text. */
const MAX_CHANGES = 2000;
const MAX_MS = 300;

/** What is different in every run, and says nothing of the code. The first that fits a place is taken. */
const MASKS: readonly (readonly [form: RegExp, sign: string])[] = [
  [/^.*(?:\d%\s*\||[█▉▊▋▌▍▎▏━╸]|\d+\/\d+ \[[\d:]+<).*$/u, '⟨progress⟩'],
  [/\b0x[\da-f]{5,}\b/giu, '⟨address⟩'],
  [/\b(pids?|processe?s?(?: id)?|进程)(\s*[:=#]?\s*)\d+(?:\s*,\s*\d+)*/giu, '$1$2⟨pid⟩'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b/gu, '⟨time⟩'],
  [/\b\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?\b/gu, '⟨time⟩'],
  [/\b\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?\s*(?:ns|[uµμ]s|ms|s|sec(?:onds?)?|min(?:utes?)?|h|hours?|纳秒|微秒|毫秒|秒|分钟)(?![\p{L}\d])/giu, '⟨time⟩'],
  [/\/tmp\/[\w./-]+/gu, '⟨path⟩'],
];

/** A line without what changes from run to run: times, addresses, process ids, progress bars, temporary paths. */
export function maskedLine(line: string): string {
  return MASKS.reduce((text, [form, sign]) => text.replace(form, sign), line).replace(/\s+/gu, ' ').trim();
}

/**
 * Sets what a run printed beside what was recorded: lines `label: number unit` as pairs where the cell is one of metrics, all
 * other lines as a difference of masked lines.
 */
export function compareOutputs(recorded: PrintedText, live: PrintedText, kind: 'metrics' | 'text'): OutputComparison {
  const isMetric = (line: string): boolean => kind === 'metrics' && parseMetrics(line).length > 0;
  const metricsOf = ({ stdout }: PrintedText): readonly Metric[] => (kind === 'metrics' ? parseMetrics(stdout) : []);
  const rest = (text: PrintedText): PrintedText => ({ ...text, stdout: linesOf(text.stdout).filter((line) => !isMetric(line)).join('\n') });
  return { metrics: metricPairs(metricsOf(recorded), metricsOf(live)), ...compareTexts(rest(recorded), rest(live)) };
}

/** Nothing that is compared differs. */
export function isSame({ metrics, lines }: OutputComparison): boolean {
  return lines?.length === 0 && metrics.every(({ recorded, live }) => recorded?.text === live?.text && recorded?.unit === live?.unit);
}

/** In the order of the recording; what only the run has follows. Of equal labels the first goes with the first. */
function metricPairs(recorded: readonly Metric[], live: readonly Metric[]): readonly MetricPair[] {
  const waiting = [...live];
  const pairs = recorded.map((metric): MetricPair => {
    const index = waiting.findIndex(({ label }) => label === metric.label);
    const [found = null] = index < 0 ? [] : waiting.splice(index, 1);
    return { label: metric.label, recorded: metric, live: found, ratio: found && ratioOf(metric, found) };
  });
  return [...pairs, ...waiting.map((metric): MetricPair => ({ label: metric.label, recorded: null, live: metric, ratio: null }))];
}

function ratioOf(recorded: Metric, live: Metric): number | null {
  const ratio = live.value / recorded.value;
  return recorded.unit === live.unit && Number.isFinite(ratio) && ratio >= 0 ? ratio : null;
}

interface Line {
  readonly text: string;
  readonly masked: string;
}

function compareTexts(recorded: PrintedText, live: PrintedText): Omit<OutputComparison, 'metrics'> {
  const lines: ComparedLine[] = [];
  let masked = 0;
  for (const part of ['stdout', 'stderr', 'other'] as const) {
    const before = linesOf(recorded[part]).map(asLine);
    const after = linesOf(live[part]).map(asLine);
    const comparator = (one: Line, other: Line): boolean => one.masked === other.masked;
    const changes = diffArrays(before, after, { comparator, maxEditLength: MAX_CHANGES, timeout: MAX_MS });
    if (!changes) return { lines: null, differing: 0, masked: 0 };
    let position = 0;
    for (const { added, removed, value } of changes) {
      const kind = added ? 'live' : removed ? 'recorded' : 'same';
      for (const { text } of value) {
        if (kind === 'same' && before[position]?.text.trimEnd() !== text.trimEnd()) masked += 1;
        if (kind !== 'live') position += 1;
        lines.push({ kind, text });
      }
    }
  }
  return { lines: aroundChanges(lines), differing: lines.filter(({ kind }) => kind === 'recorded' || kind === 'live').length, masked };
}

function asLine(text: string): Line {
  return { text, masked: maskedLine(text) };
}

/** Without blank lines at the end, which a program without a last newline has not. */
function linesOf(text: string): readonly string[] {
  const trimmed = text.trimEnd();
  return trimmed === '' ? [] : trimmed.split('\n');
}

function aroundChanges(lines: readonly ComparedLine[]): readonly ComparedLine[] {
  const isNear = (index: number): boolean => (
    lines.slice(Math.max(index - CONTEXT_LINES, 0), index + CONTEXT_LINES + 1).some(({ kind }) => kind !== 'same')
  );
  if (lines.every(({ kind }) => kind === 'same')) return [];
  const shown: ComparedLine[] = [];
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1);
    if (isNear(index)) shown.push(line);
    else if (last?.kind === 'left-out') shown[shown.length - 1] = { kind: 'left-out', count: last.count + 1 };
    else shown.push({ kind: 'left-out', count: 1 });
  }
  return shown;
}
