import { z } from 'zod';
import { runCode } from '../../src/notebook/record-note.ts';
import type { IOutput } from '../../src/output/output.ts';
import { texts } from './assert-values.ts';
import type { HardCase } from './case-file.ts';
import type { CasePlace } from './case-place.ts';
import { cellFailures, lookOf, unknownCellKeys } from './cell-look.ts';
import { ended } from './cuda-case.ts';
import type { HarnessPage } from './harness-site.ts';
import { withLivePage } from './live-page.ts';
import { outputRun, type PrintingCell } from './output-run.ts';
import { PageDriver } from './page-driver.ts';
import type { Step } from './transcript.ts';
import { TranscriptPlayer, within } from './transcript-player.ts';
import { NotCheckable, unknownKeys, verdictOf, type Verdict } from './verdict.ts';

const reply = z.discriminatedUnion('status', [
  z.object({ status: z.literal('ok'), text: z.string().optional() }),
  z.object({ status: z.literal('error'), ename: z.string(), evalue: z.string(), traceback: z.array(z.string()).optional() }),
]);

/** Cells of one kernel with what it answers to each, and to some of them once more after a restart. */
export const answeredCells = z.object({
  cells: z.array(z.object({ id: z.string(), code: z.string(), reply })).min(1),
  after_restart: z.array(z.object({ id: z.string(), reply })).default([]),
});
type AnsweredCells = z.infer<typeof answeredCells>;

/** A cell whose process writes past Python's streams: what a page without help shows, and what stays in the server's terminal. */
export const descriptorCell = z.object({ cell: z.string(), iopub: z.array(z.string()), server_terminal: z.array(z.string()) });

const LOOK_MS = 5000;
const RESTART = '.cuda-failure [data-action="restart"]';

/** A reader who restarts where a cell offers it, once all that was run has ended as it must. */
class OfferedRestart extends PageDriver {
  readonly failures: string[] = [];
  readonly #input: AnsweredCells;
  readonly #offered: readonly string[];

  constructor(opened: HarnessPage, input: AnsweredCells, offered: readonly string[]) {
    super(opened);
    [this.#input, this.#offered] = [input, offered];
  }

  async look(): Promise<void> {
    const { cells } = this.#input;
    this.failures.push(...await stateFailures(this, cells), ...await offerFailures(this, this.#offered, cells));
  }

  override async restart(): Promise<void> {
    await this.look();
    await this.cell(this.#offered[0] ?? '').locator(RESTART).click({ timeout: LOOK_MS });
  }
}

/** Plays cells and their answers in a page, restarts where the page offers it, and plays what comes after that. */
export async function checkAnsweredCells({ assert }: HardCase, input: AnsweredCells, place: CasePlace): Promise<Verdict> {
  const { cells, after_restart } = input;
  const code = new Map(cells.map(({ id, code: text }) => [id, text]));
  const offered = texts(assert, 'offers_restart_after');
  const restarts = after_restart.length > 0 && offered.length > 0;
  const before = cells.map(({ id, code: text, reply: answer }) => ({ id, ...answered(text, answer) }));
  const after = restarts ? after_restart.map(({ id, reply: answer }) => ({ id, ...answered(code.get(id) ?? '', answer) })) : [];
  const { steps, ...run } = outputRun([...before, ...after]);
  const restart: Step = { do: 'user', value: { do: 'restart' } };
  const all = { ...run, steps: steps.toSpliced(outputRun(before).steps.length, 0, ...(restarts ? [restart] : [])) };
  const pageCells = [...code].map(([id, text]) => ({ id, code: text }));
  const failures = await withLivePage(await place.site(), all, { cells: pageCells }, async ({ opened, server }) => {
    const reader = new OfferedRestart(opened, input, offered);
    const player = new TranscriptPlayer(all, server, reader, new Set());
    await player.play();
    if (restarts) reader.failures.push(...await stateFailures(reader, after_restart));
    else await reader.look();
    return [...player.failures, ...reader.failures];
  });
  return verdictOf(failures, unknownKeys(assert, ['offers_restart_after']));
}

type Ended = AnsweredCells['after_restart'][number];

async function stateFailures(driver: PageDriver, cells: readonly Ended[]): Promise<readonly string[]> {
  const wrong = await Promise.all(cells.map(async ({ id, reply: { status } }) => (
    await within(LOOK_MS, async () => (await driver.state(id)) === status) ? [] : [`${id} is ${await driver.state(id)}, not ${status}`]
  )));
  return wrong.flat();
}

/** The first cell that spoilt the kernel offers a restart; later ones with its error name it; those that end well say nothing. */
async function offerFailures(driver: PageDriver, offered: readonly string[], cells: AnsweredCells['cells']): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const [index, { id, reply: answer }] of cells.entries()) {
    const note = driver.cell(id).locator('.cell-live .cuda-failure');
    const before = cells.slice(0, index).find((each) => offered.includes(each.id));
    const isSame = before?.reply.status === 'error' && answer.status === 'error' && answer.evalue === before.reply.evalue;
    if (offered.includes(id)) {
      if (!(await within(LOOK_MS, async () => (await driver.cell(id).locator(RESTART).count()) > 0))) failures.push(`${id} offers no restart`);
    } else if (isSame) {
      const names = async (): Promise<boolean> => (await note.count()) > 0 && (await note.first().innerText()).includes(before.id);
      if (!(await within(LOOK_MS, names))) failures.push(`${id} does not say that its error is that of ${before.id}`);
    } else if (answer.status === 'ok' && (await note.count()) > 0) failures.push(`${id} ended well, and the page finds something wrong with it`);
  }
  return failures;
}

function answered(code: string, answer: z.infer<typeof reply>): PrintingCell {
  if (answer.status === 'ok') {
    const outputs: IOutput[] = answer.text === undefined ? [] : [{ output_type: 'stream', name: 'stdout', text: answer.text }];
    return { code, outputs };
  }
  const { ename, evalue, traceback = [`${ename}: ${evalue}`] } = answer;
  return { code, outputs: [{ output_type: 'error', ename, evalue, traceback }] };
}

/** In the place of a package that is not there: compiles C++ with the host compiler and loads it, as the real one does. */
const LOADER = `
def _loader():
    import sys, types
    def load_inline(name, cpp_sources, functions, **options):
        import ctypes, os, subprocess, tempfile
        path = os.path.join(tempfile.mkdtemp(), name)
        sources = cpp_sources if isinstance(cpp_sources, str) else chr(10).join(cpp_sources)
        with open(path + '.cpp', 'w') as file:
            file.write('#include <cstdio>' + chr(10) + 'using std::printf;' + chr(10) + 'extern "C" {' + chr(10) + sources + chr(10) + '}' + chr(10))
        subprocess.run(['g++', '-shared', '-fPIC', '-o', path + '.so', path + '.cpp'], check=True)
        library = ctypes.CDLL(path + '.so')
        return types.SimpleNamespace(**{each: getattr(library, each) for each in functions})
    for name in ('torch', 'torch.utils', 'torch.utils.cpp_extension'):
        sys.modules[name] = types.ModuleType(name)
    sys.modules['torch.utils.cpp_extension'].load_inline = load_inline
_loader()
del _loader
`;

/** Runs a cell on a kernel: what C code in its process prints is shown beside what Python prints, all of it and once. */
export async function checkDescriptors({ assert }: HardCase, input: z.infer<typeof descriptorCell>, place: CasePlace): Promise<Verdict> {
  const kernels = await place.kernels();
  const look = await kernels.use(async (session) => {
    if (kernels.machine.torchVersion === null && input.cell.includes('load_inline')) await runCode(session, LOADER);
    const { outcome, outputs } = await runCode(session, input.cell);
    return lookOf({ language: 'python', source: input.cell, outcome: ended(outcome), outputs });
  });
  if (look.outcome === 'error' && /ModuleNotFoundError/u.test(look.text)) throw new NotCheckable(`the kernel lacks a package: ${look.text.slice(-120)}`);
  const failures = [...cellFailures(assert, look)];
  if (look.outcome === 'error') failures.push(`the cell fails: ${look.text.slice(-200)}`);
  for (const text of [...input.iopub, ...input.server_terminal]) {
    const times = look.stdout.split(text).length - 1;
    if (times !== 1) failures.push(`${JSON.stringify(text)} is shown ${times} times`);
  }
  return verdictOf(failures, unknownCellKeys(assert, []));
}
