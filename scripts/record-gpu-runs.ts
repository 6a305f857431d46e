import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cellCode } from '../src/cell/cell-code.ts';
import { defaultOptions } from '../src/cell/cell.ts';
import type { HelperSource } from '../src/kernel/helper-files.ts';
import { KernelSession } from '../src/kernel/kernel-session.ts';
import { parseServerAddress } from '../src/kernel/server-address.ts';
import { machineEnvironment, runCode } from '../src/notebook/record-note.ts';
import { GPU_RUNS, gpuRunFile, type GpuProgram } from './cases/gpu-recording.ts';
import { useSession } from './session-use.ts';

const USAGE = `npm run record:gpu-runs -- --server URL [--only PATTERN]

Runs the cells of ${GPU_RUNS}/*.json on a Jupyter server whose machine has a GPU, each on a kernel of its own, and writes what they
print into the same files: what tests know of failures that need a GPU.
  --server URL    address of the server; its token is read from WARPNOTES_TOKEN
  --only PATTERN  only files whose name contains PATTERN`;

const root = process.cwd();
// What the Jupyter client notes of its connections ("Kernel: dead" after a shutdown) is no news here.
console.debug = () => undefined;

const helperSource: HelperSource = (file) => readFile(join(root, file), 'utf8');

/** Runs a cell and what comes before it; throws where the machine has no GPU, or the cell ends neither well nor with an error. */
async function recorded(session: KernelSession, { language, flags, tool, before, source }: GpuProgram) {
  const { gpuName } = await machineEnvironment(session);
  if (gpuName === null) throw new Error('the machine of the server has no GPU that its driver shows');
  if (before !== null) {
    const { outcome, outputs } = await runCode(session, before);
    if (outcome !== 'ok') throw new Error(`what comes before the cell ended as ${outcome}: ${JSON.stringify(outputs)}`);
  }
  const options = { id: 'cell', ...defaultOptions, nvccArgs: flags, timeoutSeconds: 120 };
  const { outcome, outputs } = await runCode(session, cellCode({ language, options, source }, tool));
  if (outcome !== 'ok' && outcome !== 'error') throw new Error(`the cell ended as ${outcome}`);
  return { gpuName, outcome, outputs };
}

async function record(name: string, server: string): Promise<void> {
  const path = join(root, GPU_RUNS, name);
  const written: unknown = JSON.parse(await readFile(path, 'utf8'));
  const program = gpuRunFile.parse(written);
  const session = await KernelSession.start({ server: parseServerAddress(server, process.env['WARPNOTES_TOKEN']), helperSource });
  const { signal } = new AbortController();
  const onLeftBehind = (error: unknown): void => { console.warn(`The kernel of ${name} could not be ended.`, error); };
  const run = await useSession({ session, work: () => recorded(session, program), signal, onLeftBehind });
  await writeFile(path, `${JSON.stringify({ ...written as object, ...run }, null, 1)}\n`);
  console.log(`${name}: ${run.outcome}`);
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { server: { type: 'string' }, only: { type: 'string', default: '' }, help: { type: 'boolean', default: false } } });
  if (values.help || values.server === undefined) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const names = (await readdir(join(root, GPU_RUNS))).filter((name) => name.endsWith('.json') && name.includes(values.only));
  if (names.length === 0) throw new Error(`--only ${values.only}: no file of ${GPU_RUNS} has that in its name`);
  let failed = 0;
  for (const name of names) {
    await record(name, values.server).catch((error: unknown) => {
      failed += 1;
      console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    });
  }
  return failed === 0 ? 0 : 1;
}

main().then((status) => process.exit(status), (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
