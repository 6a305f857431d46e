import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { KernelSession, type KernelSessionOptions } from '../src/kernel/kernel-session.ts';
import { parseServerAddress, type KernelServer } from '../src/kernel/server-address.ts';
import type { Note } from '../src/note/note.ts';
import { loadNotes } from '../src/note/note-library.ts';
import { machineEnvironment, recordNote, unmetNeeds } from '../src/notebook/record-note.ts';
import { loadRecording } from '../src/notebook/recording-library.ts';
import { formatRecordedNotebook, type NoteRecording } from '../src/notebook/recorded-notebook.ts';
import { recordedCells } from '../src/notebook/recording-state.ts';
import { cleanText, writableRecording } from '../src/notebook/secrets.ts';
import { writeNotebook } from '../src/notebook/write-notebook.ts';
import { askHidden } from './hidden-question.ts';
import { useSession } from './session-use.ts';
import { onStopSignal } from './stop-signal.ts';

const USAGE = `npm run record -- --server URL [--only PATTERN] [--force] [--allow-secrets]

Runs the cells of every note on a Jupyter server and writes notebooks/<topic>/<slug>.ipynb.
  --server URL    address of the server; its token is read from WARPNOTES_TOKEN, or asked for
  --only PATTERN  only notes whose id contains PATTERN, such as cuda/ or bank
  --force         also notes whose recordings are fresh
  --allow-secrets write outputs that seem to hold a key; the connection's own token is taken out all the same`;

const root = process.cwd();
// What the Jupyter client notes of its connections ("Kernel: dead" after a shutdown) is no news here.
console.debug = () => undefined;

interface Arguments {
  readonly server: string;
  readonly only: string;
  readonly force: boolean;
  readonly allowSecrets: boolean;
}

function readArguments(): Arguments | 'help' | 'incomplete' {
  const { values } = parseArgs({
    options: {
      server: { type: 'string' },
      only: { type: 'string', default: '' },
      force: { type: 'boolean', default: false },
      'allow-secrets': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { server, only, force, 'allow-secrets': allowSecrets } = values;
  if (values.help) return 'help';
  return server === undefined ? 'incomplete' : { server, only, force, allowSecrets };
}

/** Records what is asked for; how many notes failed. Rejects with the signal's reason when it aborts. */
async function recordAll({ server: address, only, force, allowSecrets }: Arguments, signal: AbortSignal): Promise<number> {
  const server = await serverWithToken(address, signal);
  const helperSource = await readFile(join(root, 'src/kernel/cuda_magic.py'), 'utf8');
  const notes = (await loadNotes(root)).filter((note) => note.cells.length > 0 && note.id.includes(only));
  let failed = 0;
  for (const [index, note] of notes.entries()) {
    signal.throwIfAborted();
    const place = `[${index + 1}/${notes.length}] ${note.id}`;
    try {
      if (!force && (await isFresh(note))) {
        console.log(`${place}: fresh, skipped`);
        continue;
      }
      console.log(place);
      await record(note, { server, helperSource }, allowSecrets ? 'allow' : 'refuse', signal);
    } catch (error) {
      signal.throwIfAborted();
      failed += 1;
      console.error(cleanText(error instanceof Error ? error.message : String(error), server.token));
    }
  }
  return failed;
}

async function serverWithToken(address: string, signal: AbortSignal): Promise<KernelServer> {
  const server = parseServerAddress(address, process.env['WARPNOTES_TOKEN']);
  if (server.token !== '' || !process.stdin.isTTY) return server;
  const token = await askHidden(`Token of ${server.url} (not shown; empty for none): `, { signal });
  return { ...server, token: token.trim() };
}

async function isFresh(note: Note): Promise<boolean> {
  const recording = await loadRecording(root, note.id);
  return recordedCells(note.cells, recording).every(({ state }) => state === 'fresh');
}

async function record(note: Note, options: KernelSessionOptions, secrets: 'refuse' | 'allow', signal: AbortSignal): Promise<void> {
  const session = await KernelSession.start(options);
  const work = async (): Promise<NoteRecording> => {
    const unmet = unmetNeeds(note, await machineEnvironment(session));
    if (unmet.length > 0) throw new Error(`${note.file} needs ${unmet.join(', ')}, which this server has not: not recorded`);
    return recordNote(note, session, (cell, seconds) => console.log(`  ${cell.options.id}: ${seconds.toFixed(1)} s`));
  };
  const onLeftBehind = (error: unknown): void => {
    const why = error instanceof Error ? error.message : String(error);
    console.error(`The kernel of ${note.id} may still run on ${options.server.url}: it could not be shut down (${why}).`);
  };
  const recording = await useSession({ session, work, signal, onLeftBehind });
  const writable = writableRecording(recording, { token: options.server.token, secrets });
  console.log(`  wrote ${await writeNotebook(root, `${note.id}.ipynb`, formatRecordedNotebook(writable))}`);
}

async function main(): Promise<number> {
  const args = readArguments();
  if (args === 'help' || args === 'incomplete') {
    console.log(USAGE);
    return args === 'help' ? 0 : 2;
  }
  console.debug = () => undefined; // the client writes a line there for each status of a kernel
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
