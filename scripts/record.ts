import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { KernelSession } from '../src/kernel/kernel-session.ts';
import { parseServerAddress, type KernelServer } from '../src/kernel/server-address.ts';
import type { Note } from '../src/note/note.ts';
import { loadNotes } from '../src/note/note-library.ts';
import { machineEnvironment, recordNote, unmetNeeds } from '../src/notebook/record-note.ts';
import { loadRecording, notebookFile } from '../src/notebook/recording-library.ts';
import { formatRecordedNotebook } from '../src/notebook/recorded-notebook.ts';
import { recordedCells } from '../src/notebook/recording-state.ts';

const USAGE = `npm run record -- --server URL [--only PATTERN] [--force]

Runs the cells of every note on a Jupyter server and writes notebooks/<topic>/<slug>.ipynb.
  --server URL    address of the server; its token is read from WARPNOTES_TOKEN, or asked for
  --only PATTERN  only notes whose id contains PATTERN, such as cuda/ or bank
  --force         also notes whose recordings are fresh`;

const root = process.cwd();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      server: { type: 'string' },
      only: { type: 'string', default: '' },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.server === undefined) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const server = await serverWithToken(values.server);
  const helperSource = await readFile(join(root, 'src/kernel/cuda_magic.py'), 'utf8');
  const notes = (await loadNotes(root)).filter((note) => note.cells.length > 0 && note.id.includes(values.only));
  let failed = 0;
  for (const [index, note] of notes.entries()) {
    const place = `[${index + 1}/${notes.length}] ${note.id}`;
    try {
      if (!values.force && (await isFresh(note))) {
        console.log(`${place}: fresh, skipped`);
        continue;
      }
      console.log(place);
      await record(note, server, helperSource);
    } catch (error) {
      failed += 1;
      console.error(error instanceof Error ? error.message : error);
    }
  }
  return failed === 0 ? 0 : 1;
}

async function serverWithToken(address: string): Promise<KernelServer> {
  const server = parseServerAddress(address, process.env['WARPNOTES_TOKEN']);
  if (server.token !== '' || !process.stdin.isTTY) return server;
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const token = await prompt.question(`Token of ${server.url} (empty for none): `);
  prompt.close();
  return { ...server, token };
}

async function isFresh(note: Note): Promise<boolean> {
  const recording = await loadRecording(root, note.id);
  return recordedCells(note.cells, recording).every(({ state }) => state === 'fresh');
}

async function record(note: Note, server: KernelServer, helperSource: string): Promise<void> {
  const session = await KernelSession.start({ server, helperSource });
  try {
    const unmet = unmetNeeds(note, await machineEnvironment(session));
    if (unmet.length > 0) throw new Error(`${note.file} needs ${unmet.join(', ')}, which this server has not: not recorded`);
    const recording = await recordNote(note, session, (cell, seconds) => {
      console.log(`  ${cell.options.id}: ${seconds.toFixed(1)} s`);
    });
    await writeWhole(join(root, notebookFile(note.id)), formatRecordedNotebook(recording));
  } finally {
    await session.shutdown();
  }
}

/** A crash in the middle leaves the old file. */
async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}

process.exit(await main());
