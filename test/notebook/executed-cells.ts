import { expect } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { parseMetrics } from '../../src/cell/metrics.ts';
import { loadNotes } from '../../src/note/note-library.ts';
import type { Note } from '../../src/note/note.ts';
import { cellPlan, type PlannedCell } from '../../src/notebook/cell-plan.ts';
import { machineEnvironment, recordNote } from '../../src/notebook/record-note.ts';
import type { CellRecording } from '../../src/notebook/recorded-notebook.ts';
import { loadRecording } from '../../src/notebook/recording-library.ts';
import { recordedCells } from '../../src/notebook/recording-state.ts';
import { startSession } from '../kernel/support/jupyter-server.ts';
import { projectRoot } from '../support/project-root.ts';

/** More than the slowest note takes on a busy machine. */
export const NOTE_TIMEOUT = 240_000;

/** What only a whole toolkit prints: the wheels have no library that links with link-time optimisation. */
const MORE_THAN_WHEELS = /\bLTO\b/u;

/** The notes of a topic, in English, that have cells which need no GPU. */
export async function notesWithoutGpu(topic: string): Promise<readonly Note[]> {
  const notes = (await loadNotes(projectRoot)).filter(({ locale, frontmatter }) => locale === 'en' && frontmatter.topic === topic);
  return notes.filter((note) => cellsWithoutGpu(note).length > 0);
}

/** Runs cells of a note on a fresh kernel that sees no GPU: each must end as it is marked and print the metrics that are recorded. */
export async function executeCells(note: Note, server: KernelServer): Promise<void> {
  const session = await startSession({ server });
  await session.execute("import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '-1'", { message: () => undefined });
  const cells = cellsWithoutGpu(note);
  const { cells: live } = await recordNote(session, { note, cells, machine: await machineEnvironment(session), onCell: () => undefined });
  for (const recorded of recordedCells(cells.map(({ cell }) => cell), await loadRecording(projectRoot, note.id))) {
    const { id, metrics } = recorded.cell.options;
    const outputs = live.find((each) => each.id === id)?.outputs;
    // Of a cell that is not recorded as it stands, `npm run check` tells.
    if (!metrics || recorded.state !== 'fresh' || !outputs) continue;
    expect(metricLabels(outputs), id).toEqual(metricLabels(recorded.recording.outputs));
  }
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
