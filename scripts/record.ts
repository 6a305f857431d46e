import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { HelperSource } from '../src/kernel/helper-files.ts';
import { parseServerAddress, type KernelServer } from '../src/kernel/server-address.ts';
import type { KernelSessionOptions } from '../src/kernel/kernel-session.ts';
import type { Note } from '../src/note/note.ts';
import { loadNotes } from '../src/note/note-library.ts';
import { askHidden } from './hidden-question.ts';
import { RecordingKernels } from './record-kernels.ts';
import { recordViews } from './record-compiler.ts';
import { recordNotes } from './record-notes.ts';
import { onStopSignal } from './stop-signal.ts';

const USAGE = `npm run record -- --server URL [--only PATTERN] [--jobs N] [--budget SECONDS] [--force] [--allow-secrets] [--compiler]

Runs the cells of every note on a Jupyter server and writes notebooks/<topic>/<slug>.ipynb. Where that is the recording of another
kind of machine, it stays, and notebooks/<topic>/<slug>.<machine>.ipynb is written beside it (cpu for a machine without a GPU). What
needs a GPU, nvcc or PyTorch that the server has not is left out. Stopped or killed, it goes on with the next note where it is
called again: what is fresh is skipped.
  --server URL    address of the server; its token is read from WARPNOTES_TOKEN, or asked for
  --only PATTERN  only notes whose id contains PATTERN, such as cuda/ or bank
  --jobs N        N notes at once, each on a kernel of its own; times of cells that share a GPU are not worth much then
  --budget SECONDS  how long a note may take; one that takes longer is not written
  --force         also notes whose recordings are fresh
  --compiler      in place of outputs, what nvcc makes of the CUDA cells: notebooks/<topic>/<slug>.compiler.json; needs no GPU
  --allow-secrets write outputs that seem to hold a key; the connection's own token is taken out all the same`;

const root = process.cwd();
// What the Jupyter client notes of its connections ("Kernel: dead" after a shutdown) is no news here.
console.debug = () => undefined;

interface Arguments {
  readonly server: string;
  readonly only: string;
  readonly jobs: number;
  readonly budgetSeconds: number | null;
  readonly force: boolean;
  readonly allowSecrets: boolean;
  readonly compiler: boolean;
}

function readArguments(): Arguments | 'help' | 'incomplete' {
  const { values } = parseArgs({
    options: {
      server: { type: 'string' },
      only: { type: 'string', default: '' },
      jobs: { type: 'string', default: '1' },
      budget: { type: 'string' },
      force: { type: 'boolean', default: false },
      'allow-secrets': { type: 'boolean', default: false },
      compiler: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { server, only, force, compiler, 'allow-secrets': allowSecrets } = values;
  if (values.help) return 'help';
  if (server === undefined) return 'incomplete';
  const jobs = Number(values.jobs);
  if (!Number.isInteger(jobs) || jobs < 1) throw new Error(`--jobs ${values.jobs}: give a whole number above 0`);
  const budgetSeconds = values.budget === undefined ? null : Number(values.budget);
  if (budgetSeconds !== null && !(budgetSeconds > 0 && budgetSeconds < 1e6)) throw new Error(`--budget ${values.budget ?? ''}: give seconds above 0`);
  return { server, only, jobs, budgetSeconds, force, allowSecrets, compiler };
}

/** Records what is asked for; how many notes failed. Rejects with the signal's reason when it aborts. */
async function recordAll(args: Arguments, signal: AbortSignal): Promise<number> {
  const { server: address, only, jobs, budgetSeconds, force, allowSecrets, compiler } = args;
  const notes = (await loadNotes(root)).filter((note) => note.cells.length > 0 && note.id.includes(only));
  if (notes.length === 0) throw new Error(only === '' ? 'no note has a cell to run' : `--only ${only}: no note with cells has that in its id`);
  const server = await serverWithToken(address, signal);
  const helperSource: HelperSource = (file) => readFile(join(root, file), 'utf8');
  if (compiler) return recordCompiler(notes, { server, helperSource }, force, signal);
  const kernels = new RecordingKernels(root, server);
  const ended = await kernels.endLeft();
  if (ended > 0) console.log(`Ended ${ended} kernel${ended === 1 ? '' : 's'} that an earlier recording had left on ${server.url}`);
  const failures = await recordNotes(notes, {
    root, session: { server, helperSource }, kernels, jobs, budgetSeconds,
    fresh: force ? 'record' : 'skip', secrets: allowSecrets ? 'allow' : 'refuse', signal,
  });
  for (const message of failures) console.error(message);
  return failures.length;
}

async function recordCompiler(notes: readonly Note[], session: KernelSessionOptions, force: boolean, signal: AbortSignal): Promise<number> {
  const viewSource = await readFile(join(root, 'src/kernel/compiler_view.py'), 'utf8');
  const failures = await recordViews(notes, { root, session, viewSource, fresh: force ? 'record' : 'skip', signal, log: console.log });
  for (const message of failures) console.error(message);
  return failures.length;
}

async function serverWithToken(address: string, signal: AbortSignal): Promise<KernelServer> {
  const server = parseServerAddress(address, process.env['WARPNOTES_TOKEN']);
  if (server.token !== '' || !process.stdin.isTTY) return server;
  const token = await askHidden(`Token of ${server.url} (not shown; empty for none): `, { signal });
  return { ...server, token: token.trim() };
}

async function main(): Promise<number> {
  const args = readArguments();
  if (args === 'help' || args === 'incomplete') {
    console.log(USAGE);
    return args === 'help' ? 0 : 2;
  }
  const controller = new AbortController();
  const recorded = recordAll(args, controller.signal);
  // The first signal has asked the server to end the kernel already: a second one only does not wait for its answer.
  const stop = async (): Promise<void> => {
    await Promise.allSettled([recorded]);
  };
  onStopSignal({ controller, stop, kill: () => undefined, interruptStatus: 130 });
  try {
    return (await recorded) === 0 ? 0 : 1;
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    return new Promise<number>(() => undefined); // stopped: the handler of the signal ends the process
  }
}

main().then((status) => process.exit(status), (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
