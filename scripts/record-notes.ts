import { KernelSession, type KernelSessionOptions } from '../src/kernel/kernel-session.ts';
import { NoteError } from '../src/note/note-error.ts';
import type { Note } from '../src/note/note.ts';
import { machineEnvironment, recordNote, unmetNeeds } from '../src/notebook/record-note.ts';
import { loadRecording } from '../src/notebook/recording-library.ts';
import { formatRecordedNotebook, type NoteRecording } from '../src/notebook/recorded-notebook.ts';
import { recordedCells } from '../src/notebook/recording-state.ts';
import { cleanText, writableRecording } from '../src/notebook/secrets.ts';
import { writeNotebook } from '../src/notebook/write-notebook.ts';
import { inParallel } from './in-parallel.ts';
import type { RecordingKernels } from './record-kernels.ts';
import { useSession } from './session-use.ts';
import { createStepLines, type Step, type StepLines } from './step-lines.ts';
import { timeLeft, type KnownSeconds } from './time-left.ts';

export interface NotesRecorderOptions {
  readonly root: string;
  readonly session: KernelSessionOptions;
  readonly kernels: RecordingKernels;
  /** Notes at once, each with a kernel of its own. */
  readonly jobs: number;
  /** Seconds that a note may take with its kernel's start; null for as many as it wants. */
  readonly budgetSeconds: number | null;
  readonly fresh: 'skip' | 'record';
  readonly secrets: 'refuse' | 'allow';
  readonly signal: AbortSignal;
}

/**
 * Records notes, each whole or not at all, and says on the way how far it is; what went wrong with the others, in words
 * without the token. Rejects with the signal's reason when it aborts.
 */
export async function recordNotes(notes: readonly Note[], options: NotesRecorderOptions): Promise<readonly string[]> {
  const { root, jobs, fresh, signal, session: { server } } = options;
  const lines = createStepLines();
  const failures: string[] = [];
  const known = await knownSeconds(root, notes);
  const waiting = new Set(notes.map(({ id }) => id));
  try {
    await inParallel(notes, jobs, async (note, index) => {
      signal.throwIfAborted();
      const place = `[${index + 1}/${notes.length}] ${note.id}`;
      const step = lines.begin(place);
      try {
        if (fresh === 'skip' && (await isFresh(root, note))) step.done(`${note.id}: fresh, skipped`);
        else step.done(`${note.id}: wrote ${await record(note, options, lines, step, () => timeLeft([...waiting], known, jobs))}`);
      } catch (error) {
        signal.throwIfAborted();
        const message = cleanText(error instanceof Error ? error.message : String(error), server.token);
        failures.push(message);
        step.failed(`${note.id}: ${message.split('\n')[0] ?? ''}`);
      } finally {
        waiting.delete(note.id);
      }
    });
    return failures;
  } finally {
    lines.close();
  }
}

async function isFresh(root: string, note: Note): Promise<boolean> {
  const recording = await loadRecording(root, note.id);
  return recordedCells(note.cells, recording).every(({ state }) => state === 'fresh');
}

/** From the recordings that there are, stale ones too. A broken one is told when its note's turn comes. */
async function knownSeconds(root: string, notes: readonly Note[]): Promise<KnownSeconds> {
  const recordings = await Promise.all(notes.map(async ({ id }) => [id, await loadRecording(root, id).catch(() => null)] as const));
  return new Map(recordings.flatMap(([id, recording]) => (
    recording ? [[id, recording.cells.reduce((sum, { seconds }) => sum + seconds, 0)] as const] : []
  )));
}

/** Records one note and writes its notebook; resolves with its path. */
async function record(
  note: Note, options: NotesRecorderOptions, lines: StepLines, step: Step, left: () => string,
): Promise<string> {
  const { root, session: { server }, kernels, budgetSeconds, secrets, signal } = options;
  const budget = budgetSeconds === null ? [] : [AbortSignal.timeout(budgetSeconds * 1000)];
  let running = 0;
  const begin = (index: number): void => {
    running = index;
    const cell = note.cells[index]?.options.id;
    step.detail([...(cell === undefined ? [] : [`cell ${cell}, ${index + 1} of ${note.cells.length}`]), left()].filter((part) => part !== '').join('; '));
  };
  const session = await KernelSession.start(options.session);
  const { kernelId } = session.ticket;
  await kernels.started(kernelId);
  const work = async (): Promise<NoteRecording> => {
    const unmet = unmetNeeds(note, await machineEnvironment(session));
    if (unmet.length > 0) throw new Error(`${note.file} needs ${unmet.join(', ')}, which this server has not: not recorded`);
    begin(0);
    return recordNote(note, session, (cell, seconds) => {
      lines.say(`  ${note.id}  ${cell.options.id}: ${seconds.toFixed(1)} s`);
      begin(running + 1);
    });
  };
  const kernel: { state: 'ended' | 'left' } = { state: 'ended' };
  const onLeftBehind = (error: unknown): void => {
    kernel.state = 'left';
    const why = error instanceof Error ? error.message : String(error);
    lines.say(`The kernel of ${note.id} may still run on ${server.url}: it could not be shut down (${why}). The next recording tries again.`);
  };
  try {
    const recording = await useSession({ session, work, signal: AbortSignal.any([signal, ...budget]), onLeftBehind });
    return await writeNotebook(root, `${note.id}.ipynb`, formatRecordedNotebook(writableRecording(recording, { token: server.token, secrets })));
  } catch (error) {
    if (signal.aborted || budget[0]?.aborted !== true) throw error;
    throw overBudget(note, running, budgetSeconds ?? 0);
  } finally {
    if (kernel.state === 'ended') await kernels.ended(kernelId);
  }
}

function overBudget(note: Note, running: number, seconds: number): NoteError {
  const cell = note.cells[running] ?? note.cells.at(-1);
  return new NoteError(
    { file: note.file, line: cell?.line ?? 1, column: 1 },
    `the note took longer than its ${seconds} s, in cell ${cell?.options.id ?? ''}; nothing was written for it`,
    'raise --budget, or let the cell do less',
  );
}
