import { join } from 'node:path';
import type { Locale } from '../i18n/locale.ts';
import { FileCache } from '../note/file-cache.ts';
import type { Note } from '../note/note.ts';
import { loadNote } from '../note/note-library.ts';
import { parseRecordedNotebook, type NoteRecording } from './recorded-notebook.ts';
import { recordedCells, type RecordedCell } from './recording-state.ts';

/** The notebook that holds a note's outputs, from the project's root. */
export function notebookFile(noteId: string): string {
  return `notebooks/${noteId}.ipynb`;
}

const cache = new FileCache<NoteRecording>();

/** The recording of a note, or null where none was made. Throws with file and field where the notebook is broken. */
export async function loadRecording(root: string, noteId: string): Promise<NoteRecording | null> {
  const file = notebookFile(noteId);
  return cache.get(join(root, file), (text) => parseRecordedNotebook(text, file)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
}

export interface RecordedNote {
  readonly note: Note;
  readonly recording: NoteRecording | null;
  /** Every cell that the page shows: its own, or for a translation those it embeds, in the page's order. */
  readonly cells: readonly RecordedCell[];
}

/** Whether a note shows the cells of its English twin instead of its own. */
export function showsTwin({ locale, cells, embeds }: Note): boolean {
  return locale !== 'en' && cells.length === 0 && embeds.length > 0;
}

/** A note with the state of every cell that it shows. */
export async function loadRecordedNote(root: string, id: string, locale: Locale): Promise<RecordedNote> {
  const note = await loadNote(root, id, locale);
  const source = showsTwin(note) ? await loadNote(root, id, 'en') : note;
  const recording = await loadRecording(root, id);
  const all = recordedCells(source.cells, recording);
  if (source === note) return { note, recording, cells: all };
  const shown = note.embeds.filter((embed) => embed.note === id);
  return { note, recording, cells: shown.flatMap(({ id: cellId }) => all.filter(({ cell }) => cell.options.id === cellId)) };
}
