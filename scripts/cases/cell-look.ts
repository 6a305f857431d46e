import { fromHtml } from 'hast-util-from-html';
import type { CellLanguage } from '../../src/cell/cell.ts';
import { CUDA_MIME_TYPE } from '../../src/cuda/cuda-mime-type.ts';
import { builtOutputs } from '../../src/output/build-outputs.ts';
import { cudaFailure, type CudaFailure } from '../../src/output/cuda-failure.ts';
import { failureLabels } from '../../src/output/failure-labels.ts';
import type { IOutput } from '../../src/output/output.ts';
import { failureHtml } from '../../src/output/render-cuda.ts';
import { plainText } from '../../src/output/terminal-text.ts';
import { count, texts } from './assert-values.ts';
import type { HardCase } from './case-file.ts';
import { isLook, lookFailures, visibleText } from './mdx-look.ts';
import { NotCheckable, unknownKeys } from './verdict.ts';

type Assert = HardCase['assert'];

export interface RunCell {
  readonly language: CellLanguage;
  readonly source: string;
  readonly outcome: 'ok' | 'error';
  readonly outputs: readonly IOutput[];
}

/** What a page shows of a cell that has run. */
export interface CellLook extends RunCell {
  readonly stdout: string;
  readonly stderr: string;
  /** What the page adds of its own, because the output does not say it. */
  readonly failure: CudaFailure | null;
  readonly html: string;
  readonly text: string;
}

export function lookOf(cell: RunCell): CellLook {
  const { language, source, outcome, outputs } = cell;
  const failure = cudaFailure({ language, source, outputs, failed: outcome === 'error' });
  const html = builtOutputs(outputs, 'en') + (failure === null ? '' : failureHtml(failureLabels.en[failure]));
  const stream = (name: string): string => (
    plainText(outputs.flatMap((each) => (each.output_type === 'stream' && each.name === name ? [each.text] : [])).join(''))
  );
  return { ...cell, stdout: stream('stdout'), stderr: stream('stderr'), failure, html, text: visibleText(fromHtml(html, { fragment: true })) };
}

const KNOWN = [
  'cell_state', 'stdout', 'stdout_includes', 'stdout_excludes', 'stderr_includes', 'stderr_excludes', 'output_includes', 'output_excludes', 'message_mentions',
  'each_line_once', 'exit_code', 'signal', 'warning_when_unchecked',
];
/** What the runner calls the outcomes. */
const STATES: Readonly<Record<string, RunCell['outcome']>> = { ok: 'ok', error: 'error', failed: 'error' };

/** The keys of an assert that the look of a cell cannot be checked for. */
export function unknownCellKeys(assert: Assert, alsoKnown: readonly string[]): readonly string[] {
  return unknownKeys(assert, [...KNOWN, ...alsoKnown, ...Object.keys(assert).filter(isLook)]);
}

/** What does not hold of a cell that has run. */
export function cellFailures(assert: Assert, look: CellLook): readonly string[] {
  const { stdout, stderr, text, outcome } = look;
  // What nvcc says of a build that ended well is folded, and there.
  const all = [stdout, stderr, text].join('\n');
  const failures = [
    ...lacking(assert, 'stdout_includes', stdout), ...having(assert, 'stdout_excludes', stdout),
    ...lacking(assert, 'stderr_includes', stderr), ...having(assert, 'stderr_excludes', stderr),
    ...lacking(assert, 'output_includes', all), ...having(assert, 'output_excludes', all),
    ...texts(assert, 'message_mentions').filter((word) => !all.toLowerCase().includes(word.toLowerCase())).map((word) => `nothing mentions ${word}`),
    ...lookFailures(assert, look.html),
  ];
  if ('stdout' in assert && stdout !== texts(assert, 'stdout').join('')) failures.push(`stdout is ${JSON.stringify(stdout)}`);
  for (const wanted of texts(assert, 'cell_state')) {
    const state = STATES[wanted];
    if (state === undefined) throw new NotCheckable(`assert.cell_state is "${wanted}", which the runner does not know`);
    if (outcome !== state) failures.push(`the cell is ${outcome}, not ${wanted}: ${text.slice(-200)}`);
  }
  const lines = count(assert, 'each_line_once');
  if (lines !== undefined) failures.push(...onceFailures(lines, stdout, stderr));
  const exit = exitOf(look.outputs);
  const code = count(assert, 'exit_code');
  if (code !== undefined && exit?.code !== code) failures.push(`the exit code is ${exit?.code ?? 'none'}, not ${code}`);
  if (code !== undefined && code !== 0 && !text.includes(String(code))) failures.push(`the exit code ${code} is not shown`);
  const [signal] = texts(assert, 'signal');
  if (signal !== undefined && exit?.signal !== signal) failures.push(`the signal is ${exit?.signal ?? 'none'}, not ${signal}`);
  if (assert['warning_when_unchecked'] === true && look.failure === null) failures.push('nothing is said of what the program did not check');
  return failures;
}

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

function exitOf(outputs: readonly IOutput[]): Exit | undefined {
  return outputs.flatMap((output) => {
    const message = 'data' in output ? output.data[CUDA_MIME_TYPE] : undefined;
    return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'exit' ? [message as unknown as Exit] : [];
  })[0];
}

function lacking(assert: Assert, key: string, shown: string): readonly string[] {
  return texts(assert, key).filter((part) => !shown.includes(part)).map((part) => `${JSON.stringify(part)} is missing (${key})`);
}

function having(assert: Assert, key: string, shown: string): readonly string[] {
  return texts(assert, key).filter((part) => shown.includes(part)).map((part) => `${JSON.stringify(part)} is there (${key})`);
}

/** All lines that a program wrote, of both streams, stand there once. */
function onceFailures(wanted: number, stdout: string, stderr: string): readonly string[] {
  const lines = [stdout, stderr].flatMap((stream) => stream.split('\n')).filter((line) => line.trim() !== '');
  const twice = lines.filter((line, index) => lines.indexOf(line) !== index);
  return [...(lines.length === wanted ? [] : [`${lines.length} lines, not ${wanted}`]), ...twice.map((line) => `${JSON.stringify(line)} stands twice`)];
}
