import * as v from 'valibot';
import { z } from 'zod';
import { cellCode } from '../../src/cell/cell-code.ts';
import { defaultOptions, type CellOptions } from '../../src/cell/cell.ts';
import { adviceOf } from '../../src/cuda/diagnostic-advice.ts';
import { cudaMessageSchema, type CudaBuild } from '../../src/cuda/cuda-message.ts';
import { CUDA_MIME_TYPE } from '../../src/cuda/cuda-mime-type.ts';
import { cudaLanguage } from '../../src/elements/cell-code-cuda.ts';
import type { KernelSession } from '../../src/kernel/kernel-session.ts';
import { runCode } from '../../src/notebook/record-note.ts';
import type { IOutput } from '../../src/output/output.ts';
import type { HardCase } from './case-file.ts';
import type { CasePlace } from './case-place.ts';
import { cellFailures, lookOf, unknownCellKeys, type CellLook, type RunCell } from './cell-look.ts';
import { shownCode } from './code-look.ts';
import { gpuRecording } from './gpu-recording.ts';
import { renderMdx } from './mdx-page.ts';
import { NotCheckable, skipped, verdictOf, type Verdict } from './verdict.ts';

/** A build that fails because of the machine: any program, compiled as `compile` of the case says. */
export const failedBuild = z.strictObject({
  how_made: z.string().optional(), exit: z.number().int(), stderr_contains: z.array(z.string()).default([]), source: z.string().optional(),
});

const OPTIONS: CellOptions = { id: 'case', ...defaultOptions, timeoutSeconds: 120 };
const ANY_PROGRAM = 'int main() { return 0; }';
/** Assertions about a program that runs. */
const OF_A_RUN = /^(?:stdout|stderr|exit_code|signal|each_line_once|warning_when_unchecked)/u;

/** Shows a program as a cell shows it, compiles and runs it on a kernel, and looks at what the page makes of that. */
export async function checkCudaCell(each: HardCase, source: string, place: CasePlace): Promise<Verdict> {
  const { assert, area, compile } = each;
  const failures = 'text_equals_source' in assert || area === 'c-highlight' ? [...await codeFailures(source, compile?.ok ?? true, place.root)] : [];
  const unchecked = [...unknownCellKeys(assert, ['text_equals_source'])];
  const kernels = await place.kernels();
  if (kernels.machine.nvccRelease === null) return verdictOf(failures, ['there is no nvcc here to compile the program with']);
  const flags = nvccFlags(each);
  const look = await kernels.use((session) => runProgram(session, source, flags, assert['warning_when_unchecked'] === true));
  failures.push(...buildFailures(compile?.ok, look), ...cellFailures(assert, look));
  if (!source.includes('<<<') || kernels.machine.gpuName !== null) return verdictOf(failures, unchecked);
  const recording = await gpuRecording(place.root, flags, source);
  if (recording) failures.push(...recordedFailures(lookOf(recording)));
  else if (Object.keys(assert).length === 0) return skipped('needs a GPU: there is none here, and no recording of one below test/fixtures/gpu-runs/');
  return verdictOf(failures, unchecked, recording ? `run without a GPU, and as recorded on ${recording.gpuName}` : 'run without a GPU');
}

/** A build that must fail, whose cause is not in the code. */
export async function checkFailedBuild(each: HardCase, input: z.infer<typeof failedBuild>, place: CasePlace): Promise<Verdict> {
  const { assert, compile } = each;
  const kernels = await place.kernels();
  if (kernels.machine.nvccRelease === null) throw new NotCheckable('there is no nvcc here to compile the program with');
  const look = await kernels.use((session) => runProgram(session, input.source ?? ANY_PROGRAM, nvccFlags(each), false));
  const build = buildOf(look.outputs);
  const failures = [...buildFailures(compile?.ok ?? input.exit === 0, look), ...cellFailures(assert, look)];
  failures.push(...input.stderr_contains.filter((part) => !build?.log.includes(part)).map((part) => `the log lacks ${part}`));
  const errors = build?.diagnostics.filter(({ severity }) => severity === 'error') ?? [];
  if (input.exit !== 0 && !errors.some((error) => adviceOf(error) !== null)) failures.push('nothing says what to do');
  const long = errors.find(({ text }) => (text.split('\n')[0]?.length ?? 0) > 200);
  if (long && !/<details class="cuda-text">/u.test(look.html)) failures.push('the long line is not folded');
  if (/-allow-unsupported-compiler/u.test(build?.command ?? '')) failures.push('the cell was compiled with -allow-unsupported-compiler');
  return verdictOf(failures, unknownCellKeys(assert, []));
}

/** The arguments of the case's own command; its program is also run where the case says what it prints. */
function nvccFlags({ assert, compile }: HardCase): string {
  const words = (compile?.cmd ?? 'nvcc').split(/\s+/u).slice(1);
  const runs = Object.keys(assert).some((key) => OF_A_RUN.test(key));
  return words.filter((word) => word !== '' && !(runs && word === '-c')).join(' ');
}

/** @param hidden the program sees no GPU, even where there is one */
export async function runProgram(session: KernelSession, source: string, flags: string, hidden: boolean): Promise<CellLook> {
  if (hidden) await runCode(session, "import os; os.environ['CUDA_VISIBLE_DEVICES'] = ''");
  const { outcome, outputs } = await runCode(session, cellCode({ language: 'cuda', options: { ...OPTIONS, nvccArgs: flags }, source }));
  return lookOf({ language: 'cuda', source, outcome: ended(outcome), outputs });
}

export function ended(outcome: string): RunCell['outcome'] {
  if (outcome === 'ok' || outcome === 'error') return outcome;
  throw new Error(`the cell ended as ${outcome}`);
}

export function buildOf(outputs: readonly IOutput[]): CudaBuild | undefined {
  return outputs.flatMap((output) => {
    const message = v.safeParse(cudaMessageSchema, 'data' in output ? output.data[CUDA_MIME_TYPE] : null);
    return message.success && message.output.kind === 'build' ? [message.output] : [];
  })[0];
}

/** How a build ended, and that each diagnostic about the cell's own file has its line in it. */
function buildFailures(wanted: boolean | undefined, { outputs, source, text }: CellLook): readonly string[] {
  const build = buildOf(outputs);
  if (!build) return [`nothing says how the build ended: ${text.slice(-200)}`];
  const failed = build.diagnostics.some(({ severity }) => severity === 'error');
  const lines = source.split('\n').length;
  const misplaced = build.diagnostics.filter(({ file, line }) => file === 'case.cu' && (line === null || line > lines));
  return [
    ...(wanted === undefined || wanted !== failed ? [] : [failed ? `the build fails: ${text.slice(0, 200)}` : 'the build does not fail']),
    ...misplaced.map(({ text: said }) => `${said} stands at no line of the cell`),
  ];
}

/** What a GPU printed for a program that asks for no error of its launches must be followed by a word on that. */
function recordedFailures({ source, failure, outcome }: CellLook): readonly string[] {
  const asks = /\bcuda(?:GetLastError|PeekAtLastError)\b/u.test(source);
  return outcome === 'ok' && !asks && failure === null ? ['nothing is said of the launches that nobody checks'] : [];
}

/** The code as the page and the editor show it. */
async function codeFailures(source: string, compiles: boolean, root: string): Promise<readonly string[]> {
  const text = source.replace(/\r\n/gu, '\n').replace(/\n$/u, '');
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/gu)].map(([ticks]) => ticks.length + 1)));
  const [shown] = shownCode(await renderMdx(`${fence}cuda\n${text}\n${fence}\n`, 'notes/cuda/case.mdx', root, 'coloured'));
  const failures: string[] = [];
  if (shown?.text !== text) failures.push('the page shows another text than the source');
  if (!shown || shown.coloured.length === 0) failures.push('the page shows no colours');
  cudaLanguage.parser.parse(text).iterate({
    enter: ({ type, from }) => {
      if (compiles && type.isError) failures.push(`the editor does not read line ${text.slice(0, from).split('\n').length}`);
    },
  });
  return failures;
}
