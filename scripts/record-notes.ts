import { KernelSession, type KernelSessionOptions } from '../src/kernel/kernel-session.ts';
import { NoteError } from '../src/note/note-error.ts';
import type { Note, NoteCell } from '../src/note/note.ts';
import { cellPlan, type CellPlan } from '../src/notebook/cell-plan.ts';
import type { MachineEnvironment } from '../src/notebook/gpu-environment.ts';
import { machineEnvironment, recordNote } from '../src/notebook/record-note.ts';
import { loadRecording, otherEnvironments } from '../src/notebook/recording-library.ts';
import { environmentKey, notebookFile, recordingPlaceOf } from '../src/notebook/recording-place.ts';
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
 * without the token. Of a note that the machine cannot run all of, it records the cells that it can. Rejects with the signal's
 * reason when it aborts, and where the server starts no kernel.
 */
export async function recordNotes(notes: readonly Note[], options: NotesRecorderOptions): Promise<readonly string[]> {
  const { root, jobs, fresh, signal, session: { server } } = options;
  const failures: string[] = [];
  const known = await knownSeconds(root, notes);
  const waiting = new Set(notes.map(({ id }) => id));
  const lines = createStepLines();
  try {
    const machine = await withKernel({ ...options, of: 'this server', lines, signal }, machineEnvironment);
    await inParallel(notes, jobs, async (note, index) => {
      signal.throwIfAborted();
      const place = `[${index + 1}/${notes.length}] ${note.id}`;
      const step = lines.begin(place);
      try {
        const plan = cellPlan(note, machine);
        const without = plan.unmet.length === 0 ? '' : `${plan.unmet.join(', ')}, which this server has not`;
        if (plan.cells.length === 0) step.done(`${note.id}: needs ${without}: not recorded here`);
        else if (fresh === 'skip' && (await isFresh(root, note, machine, plan))) step.done(`${note.id}: fresh, skipped`);
        else {
          const file = await record(note, options, lines, step, () => timeLeft([...waiting], known, jobs));
          step.done(`${note.id}: wrote ${file}${without === '' ? '' : `, without the cells that need ${without}`}`);
        }
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

/** Which recording of a note (null for its reference) a machine makes. */
async function placeOf(root: string, note: Note, machine: MachineEnvironment, plan: CellPlan): Promise<string | null> {
  const reference = await loadRecording(root, note.id);
  const known = { reference: reference && environmentKey(reference.environment), others: await otherEnvironments(root, note.id) };
  return recordingPlaceOf(environmentKey(machine), known, plan.unmet.length === 0 ? 'all' : 'some');
}

async function isFresh(root: string, note: Note, machine: MachineEnvironment, plan: CellPlan): Promise<boolean> {
  const recording = await loadRecording(root, note.id, await placeOf(root, note, machine, plan));
  const cells = plan.cells.flatMap(({ cell, kind }) => (kind === 'recorded' ? [cell] : []));
  return recordedCells(cells, recording).every(({ state }) => state === 'fresh');
}

/** From the references that there are, stale ones too. A broken one is told when its note's turn comes. */
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
  const { root, session: { server }, budgetSeconds, secrets, signal } = options;
  const budget = budgetSeconds === null ? [] : [AbortSignal.timeout(budgetSeconds * 1000)];
  let running = note.cells[0];
  const work = async (session: KernelSession): Promise<readonly [place: string | null, NoteRecording]> => {
    const machine = await machineEnvironment(session);
    const plan = cellPlan(note, machine);
    const begin = (index: number): void => {
      running = plan.cells[index]?.cell ?? running;
      const cell = plan.cells[index]?.cell.options.id;
      step.detail([...(cell === undefined ? [] : [`cell ${cell}, ${index + 1} of ${plan.cells.length}`]), left()].filter((part) => part !== '').join('; '));
    };
    let ended = 0;
    begin(0);
    const onCell = (cell: NoteCell, seconds: number): void => {
      lines.say(`  ${note.id}  ${cell.options.id}: ${seconds.toFixed(1)} s`);
      ended += 1;
      begin(ended);
    };
    const recording = await recordNote(session, { note, cells: plan.cells, machine, onCell });
    return [await placeOf(root, note, machine, plan), recording];
  };
  try {
    const [place, recording] = await withKernel({ ...options, of: note.id, lines, signal: AbortSignal.any([signal, ...budget]) }, work);
    const text = formatRecordedNotebook(writableRecording(recording, { token: server.token, secrets }));
    return await writeNotebook(root, notebookFile(note.id, place).replace(/^notebooks\//u, ''), text);
  } catch (error) {
    if (signal.aborted || budget[0]?.aborted !== true) throw error;
    throw overBudget(note, running, budgetSeconds ?? 0);
  }
}

interface KernelUse extends Pick<NotesRecorderOptions, 'session' | 'kernels' | 'signal'> {
  /** What the kernel is for, in a line about one that is left. */
  readonly of: string;
  readonly lines: StepLines;
}

/** Does some work on a kernel of its own, which ends with it; of one that could not be ended, the next recording is told. */
async function withKernel<T>(use: KernelUse, work: (session: KernelSession) => Promise<T>): Promise<T> {
  const { session: options, kernels, signal, of, lines } = use;
  const session = await KernelSession.start(options);
  const { kernelId } = session.ticket;
  await kernels.started(kernelId);
  const kernel: { state: 'ended' | 'left' } = { state: 'ended' };
  const onLeftBehind = (error: unknown): void => {
    kernel.state = 'left';
    const why = error instanceof Error ? error.message : String(error);
    lines.say(`The kernel of ${of} may still run on ${options.server.url}: it could not be shut down (${why}). The next recording tries again.`);
  };
  try {
    return await useSession({ session, work: () => work(session), signal, onLeftBehind });
  } finally {
    if (kernel.state === 'ended') await kernels.ended(kernelId);
  }
}

function overBudget(note: Note, cell: NoteCell | undefined, seconds: number): NoteError {
  return new NoteError(
    { file: note.file, line: cell?.line ?? 1, column: 1 },
    `the note took longer than its ${seconds} s, in cell ${cell?.options.id ?? ''}; nothing was written for it`,
    'raise --budget, or let the cell do less',
  );
}
