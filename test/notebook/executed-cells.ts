import { expect } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { parseMetrics } from '../../src/cell/metrics.ts';
import { sameLineProblems } from '../../src/cell/same-lines.ts';
import type { KernelSession } from '../../src/kernel/kernel-session.ts';
import { loadNotes } from '../../src/note/note-library.ts';
import type { Note, NoteCell } from '../../src/note/note.ts';
import { cellPlan, type PlannedCell } from '../../src/notebook/cell-plan.ts';
import { machineEnvironment, recordNote } from '../../src/notebook/record-note.ts';
import type { CellRecording } from '../../src/notebook/recorded-notebook.ts';
import { loadRecording } from '../../src/notebook/recording-library.ts';
import { recordedCells } from '../../src/notebook/recording-state.ts';
import { comparedText } from '../../src/notebook/same-check.ts';
import { startSession } from '../kernel/support/jupyter-server.ts';
import { projectRoot } from '../support/project-root.ts';

/** More than the slowest note takes on a busy machine. */
export const NOTE_TIMEOUT = 240_000;

/** A Python with torch, jupyter-server and ipykernel, for the cells that need PyTorch. */
export const torchPython = process.env['WARPNOTES_TORCH_PYTHON'];

/** They train models, on two cores beside other tests. */
export const TORCH_NOTE_TIMEOUT = 1_200_000;

/** What only a whole toolkit prints: the wheels have no library that links with link-time optimisation. */
const MORE_THAN_WHEELS = /\bLTO\b/u;

/** The notes of a topic, in English, that have cells which need no GPU. */
export async function notesWithoutGpu(topic: string): Promise<readonly Note[]> {
  const notes = (await loadNotes(projectRoot)).filter(({ locale, frontmatter }) => locale === 'en' && frontmatter.topic === topic);
  return notes.filter((note) => cellsWithoutGpu(note).length > 0);
}

/**
 * Runs cells of a note on a fresh kernel that sees no GPU: each must end as it is marked, print the metrics that are recorded, and agree
 * with the recording in the lines that its fence calls the same on every machine.
 */
export async function executeCells(note: Note, server: KernelServer): Promise<void> {
  const cells = cellsWithoutGpu(note);
  for (const { cell, live, recorded } of await executed(note, cells, await sessionWithoutGpu(server))) {
    if (cell.options.metrics) expect(metricLabels(live), cell.options.id).toEqual(metricLabels(recorded));
    expect(disagreements(cell, recorded, live), cell.options.id).toEqual([]);
  }
}

/** The same of all cells that a machine with PyTorch and without a GPU runs. What a GPU alone prints is no disagreement. */
export async function executeOnTorch(note: Note, server: KernelServer): Promise<void> {
  const session = await sessionWithoutGpu(server);
  const { nvccRelease, torchVersion } = await machineEnvironment(session);
  expect(torchVersion, `the Python that WARPNOTES_TORCH_PYTHON names (${torchPython ?? ''}) has torch`).not.toBeNull();
  const { cells } = cellPlan(note, { gpuName: null, gpuCount: 0, nvccRelease, torchVersion });
  for (const { cell, live, recorded } of await executed(note, cells, session)) {
    expect(disagreements(cell, recorded, live), cell.options.id).toEqual([]);
  }
}

export function needsTorch({ cells, frontmatter }: Note): boolean {
  return cells.some(({ options }) => (options.needs ?? frontmatter.needs) === 'torch');
}

async function sessionWithoutGpu(server: KernelServer): Promise<KernelSession> {
  const session = await startSession({ server });
  // One thread: on a busy machine several wait for each other far longer than they compute.
  const settings = "import os\nos.environ.update(CUDA_VISIBLE_DEVICES='-1', OMP_NUM_THREADS='1')";
  await session.execute(settings, { message: () => undefined });
  return session;
}

interface ExecutedCell {
  readonly cell: NoteCell;
  readonly live: CellRecording['outputs'];
  readonly recorded: CellRecording['outputs'];
}

/** Runs cells, and returns those whose recording is of this code; of the others `npm run check` tells. */
async function executed(note: Note, cells: readonly PlannedCell[], session: KernelSession): Promise<readonly ExecutedCell[]> {
  const { cells: live } = await recordNote(session, { note, cells, machine: await machineEnvironment(session), onCell: () => undefined });
  return recordedCells(cells.map(({ cell }) => cell), await loadRecording(projectRoot, note.id)).flatMap((recorded) => {
    const outputs = live.find(({ id }) => id === recorded.cell.options.id)?.outputs;
    return recorded.state === 'fresh' && outputs ? [{ cell: recorded.cell, live: outputs, recorded: recorded.recording.outputs }] : [];
  });
}

function disagreements({ options }: NoteCell, recorded: CellRecording['outputs'], live: CellRecording['outputs']): readonly string[] {
  return sameLineProblems(options.same, comparedText(recorded), comparedText(live));
}

/** The cells of a note that a machine with nvcc and without a GPU or PyTorch runs, and builds for them. */
export function cellsWithoutGpu(note: Note): readonly PlannedCell[] {
  return cellPlan(note, { gpuName: null, gpuCount: 0, nvccRelease: '13.0', torchVersion: null }).cells;
}

/** In no order: some cells print what took longest first. */
function metricLabels(outputs: CellRecording['outputs']): readonly string[] {
  const text = outputs.flatMap((output) => (output.output_type === 'stream' && output.name === 'stdout' ? [output.text] : [])).join('');
  return parseMetrics(text).map(({ label }) => label).filter((label) => !MORE_THAN_WHEELS.test(label)).toSorted();
}
