import { expect } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { parseMetrics } from '../../src/cell/metrics.ts';
import { loadNotes } from '../../src/note/note-library.ts';
import type { Note, NoteCell } from '../../src/note/note.ts';
import { recordNote } from '../../src/notebook/record-note.ts';
import type { CellRecording } from '../../src/notebook/recorded-notebook.ts';
import { loadRecording } from '../../src/notebook/recording-library.ts';
import { recordedCells } from '../../src/notebook/recording-state.ts';
import { startSession } from '../kernel/support/jupyter-server.ts';
import { projectRoot } from '../support/project-root.ts';

/** More than the slowest note takes on a busy machine. */
export const NOTE_TIMEOUT = 240_000;

/** What only a whole toolkit prints: the wheels have no library that links with link-time optimisation. */
const MORE_THAN_WHEELS = /\bLTO\b/u;

/** The notes of a topic, in English, with their cells that need no GPU; those without such cells are left out. */
export async function notesWithoutGpu(topic: string): Promise<readonly Note[]> {
  const notes = (await loadNotes(projectRoot)).filter(({ locale, frontmatter }) => locale === 'en' && frontmatter.topic === topic);
  return notes.map((note) => ({ ...note, cells: cellsWithoutGpu(note) })).filter(({ cells }) => cells.length > 0);
}

/** Runs cells of a note on a fresh kernel that sees no GPU: each must end as it is marked and print the metrics that are recorded. */
export async function executeCells(note: Note, cells: readonly NoteCell[], server: KernelServer): Promise<void> {
  const session = await startSession({ server });
  await session.execute("import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '-1'", { message: () => undefined });
  const { cells: live } = await recordNote({ ...note, cells }, session, () => undefined);
  for (const recorded of recordedCells(cells, await loadRecording(projectRoot, note.id))) {
    const { id, metrics } = recorded.cell.options;
    // Of a cell that is not recorded as it stands, `npm run check` tells.
    if (!metrics || recorded.state !== 'fresh') continue;
    const outputs = live.find((each) => each.id === id)?.outputs ?? [];
    expect(metricLabels(outputs), id).toEqual(metricLabels(recorded.recording.outputs));
  }
}

/**
 * The cells of a note that need neither a GPU nor PyTorch, and the programs for a GPU whose file they read: those are built and
 * saved here too, and then end with an error for want of a GPU.
 */
export function cellsWithoutGpu({ cells, frontmatter }: Note): readonly NoteCell[] {
  const isFree = ({ options }: NoteCell): boolean => ['python', 'nvcc'].includes(options.needs ?? frontmatter.needs);
  const known = new Map<string, 'free' | 'saved' | 'impossible'>();
  for (const cell of cells) {
    const kind = isFree(cell) ? 'free' : cell.language === 'cuda' && cell.options.files !== null ? 'saved' : 'impossible';
    known.set(cell.options.id, cell.dependsOn.every((id) => known.get(id) !== 'impossible') ? kind : 'impossible');
  }
  const free = cells.filter(({ options }) => known.get(options.id) === 'free');
  const wanted = new Set(free.flatMap(({ options, dependsOn }) => [options.id, ...dependsOn]));
  return cells.filter(({ options }) => wanted.has(options.id)).map((cell) => (
    known.get(cell.options.id) === 'saved' ? { ...cell, options: { ...cell.options, expectError: true, metrics: false } } : cell
  ));
}

/** In no order: some cells print what took longest first. */
function metricLabels(outputs: CellRecording['outputs']): readonly string[] {
  const text = outputs.flatMap((output) => (output.output_type === 'stream' && output.name === 'stdout' ? [output.text] : [])).join('');
  return parseMetrics(text).map(({ label }) => label).filter((label) => !MORE_THAN_WHEELS.test(label)).toSorted();
}
