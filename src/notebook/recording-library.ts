import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locale } from '../i18n/locale.ts';
import { FileCache } from '../note/file-cache.ts';
import type { CellEmbed, Note, NoteCell } from '../note/note.ts';
import { loadNote } from '../note/note-library.ts';
import { parseRecordedNotebook, type NoteRecording } from './recorded-notebook.ts';
import { environmentKey, notebookFile, parseNotebookPath } from './recording-place.ts';
import { recordedCells, type RecordedCell } from './recording-state.ts';

const cache = new FileCache<NoteRecording>();

/**
 * The recording of a note, its reference where no other is asked for; null where there is none. Throws with file and field
 * where the notebook is broken.
 */
export async function loadRecording(root: string, noteId: string, environment: string | null = null): Promise<NoteRecording | null> {
  const file = notebookFile(noteId, environment);
  return cache.get(join(root, file), (text) => parseRecordedNotebook(text, file)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
}

/** The machines beside the reference's that a note has recordings of, by the names of their files, sorted. */
export async function otherEnvironments(root: string, noteId: string): Promise<readonly string[]> {
  const folder = dirname(notebookFile(noteId));
  const names = await readdir(join(root, folder)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const places = names.flatMap((name) => parseNotebookPath(`${folder}/${name}`) ?? []);
  return places.flatMap(({ noteId: id, environment }) => (id === noteId && environment !== null ? [environment] : [])).sort();
}

/** What one machine printed for the cells of a note. */
export interface MachineRecording {
  /** By which its notebook is named; `key` where `npm run check` has nothing to say. */
  readonly name: string;
  /** `environmentKey` of the machine. */
  readonly key: string;
  readonly recording: NoteRecording;
  /** In the page's order; of a cell that the machine did not run, the state is `missing`. */
  readonly cells: readonly RecordedCell[];
}

export interface RecordedNote {
  readonly note: Note;
  /** The reference: what numbers in the text and downloads are taken from. */
  readonly recording: NoteRecording | null;
  /** Every cell that the page shows, beside the reference: its own, or for a translation those it embeds, in the page's order. */
  readonly cells: readonly RecordedCell[];
  /** Recordings of other machines. */
  readonly others: readonly MachineRecording[];
}

/** Whether a note shows the cells of its English twin instead of its own. */
export function showsTwin({ locale, cells, embeds }: Note): boolean {
  return locale !== 'en' && cells.length === 0 && embeds.length > 0;
}

/** A note with the state of every cell that it shows. */
export async function loadRecordedNote(root: string, id: string, locale: Locale): Promise<RecordedNote> {
  const note = await loadNote(root, id, locale);
  const source = showsTwin(note) ? await loadNote(root, id, 'en') : note;
  const embedded = (embed: CellEmbed): readonly NoteCell[] =>
    (embed.note === id ? source.cells.filter(({ options }) => options.id === embed.id) : []);
  const shown = source === note ? source.cells : note.embeds.flatMap(embedded);
  const recording = await loadRecording(root, id);
  const environments = await otherEnvironments(root, id);
  const others = await Promise.all(environments.map(async (environment) => {
    const other = await loadRecording(root, id, environment);
    if (!other) return [];
    return [{ name: environment, key: environmentKey(other.environment), recording: other, cells: recordedCells(shown, other) }];
  }));
  return { note, recording, cells: recordedCells(shown, recording), others: others.flat() };
}

/** A recording that a page shows, by the kind of machine that made it (`environmentKey`). */
export type ShownRecording = Pick<MachineRecording, 'key' | 'recording'>;

/** A recorded cell that a page may show, and the recording that it is from. */
export type MachineCell = ShownRecording & { readonly cell: Extract<RecordedCell, { state: 'fresh' }> };

/** The fresh recordings of a cell, the reference's first. */
export function freshRecordings(recorded: RecordedNote, cellId: string): readonly MachineCell[] {
  return allRecordings(recorded).flatMap(({ key, recording, cells }) => {
    const cell = cells.find((each) => each.cell.options.id === cellId);
    return cell?.state === 'fresh' ? [{ key, recording, cell }] : [];
  });
}

/** The recordings of which a page shows anything, the reference first: of one whose every output is stale there is nothing to say. */
export function shownRecordings(recorded: RecordedNote): readonly ShownRecording[] {
  return allRecordings(recorded).filter(({ cells }) => cells.some(({ state }) => state === 'fresh'));
}

function allRecordings({ recording, cells, others }: RecordedNote): readonly Omit<MachineRecording, 'name'>[] {
  return recording ? [{ key: environmentKey(recording.environment), recording, cells }, ...others] : others;
}
