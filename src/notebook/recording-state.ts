import type { NoteCell } from '../note/note.ts';
import type { CellRecording, NoteRecording } from './recorded-notebook.ts';

/**
 * A cell beside what is known of its recording; only a fresh one has outputs that may be shown.
 * `stale`: there is a recording, of other code than the note holds now.
 */
export type RecordedCell =
  | { readonly state: 'fresh'; readonly cell: NoteCell; readonly recording: CellRecording }
  | { readonly state: 'stale' | 'missing'; readonly cell: NoteCell };

/** Pairs the cells of a note with its recording by id and digest. */
export function recordedCells(cells: readonly NoteCell[], recording: NoteRecording | null): readonly RecordedCell[] {
  const byId = new Map(recording?.cells.map((each) => [each.id, each]));
  return cells.map((cell) => {
    const found = byId.get(cell.options.id);
    if (!found) return { state: 'missing', cell };
    return found.digest === cell.digest ? { state: 'fresh', cell, recording: found } : { state: 'stale', cell };
  });
}
