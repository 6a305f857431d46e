import { describe, expect, it } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { parseMetrics } from '../../src/cell/metrics.ts';
import type { Note, NoteCell } from '../../src/note/note.ts';
import { loadNotes } from '../../src/note/note-library.ts';
import { recordNote } from '../../src/notebook/record-note.ts';
import type { CellRecording } from '../../src/notebook/recorded-notebook.ts';
import { loadRecording } from '../../src/notebook/recording-library.ts';
import { startSession } from '../kernel/support/jupyter-server.ts';
import { useJupyterServer } from '../kernel/support/shared-server.ts';
import { projectRoot } from '../support/project-root.ts';

/** The Python notes, of which no cell may be left out. */
const WHOLE = ['os', 'system-design', 'python-and-tools'];
/** What only a whole toolkit prints: the wheels have no library that links with link-time optimisation. */
const MORE_THAN_WHEELS = /\bLTO\b/u;
/** More than the slowest note takes on a busy machine with one core. */
const NOTE_TIMEOUT = 240_000;

let server: KernelServer;

useJupyterServer((started) => { server = started; });

const notes = (await loadNotes(projectRoot)).filter(({ locale }) => locale === 'en');
const executed = notes.map((note) => ({ note, cells: cellsWithoutGpu(note) })).filter(({ cells }) => cells.length > 0);

describe('without a GPU', () => {
  it.each(executed.map(({ note, cells }) => ({ id: note.id, note, cells })))('every cell of $id that needs none ends as it is marked and prints the recorded metrics', async ({ note, cells }) => {
    const session = await startSession({ server });
    await session.execute("import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '-1'", { message: () => undefined });
    const { cells: live } = await recordNote({ ...note, cells }, session, () => undefined);
    const recorded = await loadRecording(projectRoot, note.id);
    const withMetrics = note.cells.filter(({ options }) => options.metrics).map(({ options }) => options.id);
    const isCompared = (id: string): boolean => withMetrics.includes(id) && live.some((each) => each.id === id);
    const labels = (recordings: readonly CellRecording[] = []) =>
      recordings.filter(({ id }) => isCompared(id)).map(({ id, outputs }) => [id, ...metricLabels(outputs)]);
    expect(labels(live)).toEqual(labels(recorded?.cells));
  }, NOTE_TIMEOUT);
});

it.each(WHOLE)('all cells of the notes in %s are executed', (topic) => {
  const ofTopic = notes.filter(({ frontmatter }) => frontmatter.topic === topic);
  expect(ofTopic).toHaveLength(3);
  for (const { id, cells } of ofTopic) expect(executed.find(({ note }) => note.id === id)?.cells, id).toEqual(cells);
});

/**
 * The cells of a note that need neither a GPU nor PyTorch, and the programs for a GPU whose file they read: those are built and
 * saved here too, and then end with an error for want of a GPU.
 */
function cellsWithoutGpu(note: Note): readonly NoteCell[] {
  const isFree = ({ options }: NoteCell): boolean => ['python', 'nvcc'].includes(options.needs ?? note.frontmatter.needs);
  const known = new Map<string, 'free' | 'saved' | 'impossible'>();
  for (const cell of note.cells) {
    const canRun = cell.dependsOn.every((id) => known.get(id) !== 'impossible');
    const kind = isFree(cell) ? 'free' : cell.language === 'cuda' && cell.options.files !== null ? 'saved' : 'impossible';
    known.set(cell.options.id, canRun ? kind : 'impossible');
  }
  const free = note.cells.filter(({ options }) => known.get(options.id) === 'free');
  const wanted = new Set(free.flatMap(({ options, dependsOn }) => [options.id, ...dependsOn]));
  return note.cells.filter(({ options }) => wanted.has(options.id)).map((cell) => (
    known.get(cell.options.id) === 'saved' ? { ...cell, options: { ...cell.options, expectError: true } } : cell
  ));
}

function metricLabels(outputs: CellRecording['outputs']): readonly string[] {
  const text = outputs.flatMap((output) => (output.output_type === 'stream' && output.name === 'stdout' ? [output.text] : [])).join('');
  // In no order: some cells print what took longest first.
  return parseMetrics(text).map(({ label }) => label).filter((label) => !MORE_THAN_WHEELS.test(label)).toSorted();
}
