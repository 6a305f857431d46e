import type { Erratum } from '../note/errata.ts';
import type { Note } from '../note/note.ts';
import { SOURCE_ROWS_FILE, type SourceRow } from '../note/source-rows.ts';
import { problemAt, type Problem } from './problem.ts';
import type { ReferencedNotes } from './reference-check.ts';

/**
 * Corrections of no row, by no note, or by no cell. The note may be one to come, which has no cells yet.
 * @param rows null where they cannot be read: then no row is called wrong
 */
export function errataProblems(
  errata: readonly Erratum[],
  rows: readonly SourceRow[] | null,
  { isWritten, isPlanned, find }: ReferencedNotes,
): readonly Problem[] {
  return errata.flatMap(({ file, line, row, note: id, cell }) => {
    const problem = (message: string, hint: string): readonly Problem[] => [problemAt(file, { line, column: 1 }, message, hint)];
    if (rows && !rows.some((each) => each.row === row)) return problem(`there is no source row ${row}`, `write one of ${SOURCE_ROWS_FILE}`);
    if (!isWritten({ id, locale: 'en' })) {
      if (!isPlanned(id)) return problem(`there is no note ${id}`, 'name the note that corrects it, written or planned');
      return cell === undefined ? [] : problem(`${id} is not written, so it has no cell "${cell}"`, 'leave cell out until it is');
    }
    const note = find(id, 'en');
    if (!note) return [];
    if (cell !== undefined && !note.cells.some(({ options }) => options.id === cell)) {
      return problem(`${id} has no cell "${cell}"`, 'name the cell that proves the correction');
    }
    return note.frontmatter.sources.includes(row) ? [] : problem(`${id} corrects ${row} without naming it`, 'add the row to the sources of the note');
  });
}

/** Rows and written notes that do not name each other, and rows whose notes are none. */
export function coverageProblems(
  rows: readonly SourceRow[] | null,
  notes: readonly Note[],
  { isWritten, isPlanned, find }: ReferencedNotes,
): readonly Problem[] {
  if (!rows) return [];
  const ofRows = rows.flatMap(({ row, line, notes: ids }) => ids.flatMap((id) => {
    const problem = (message: string, hint: string) => [problemAt(SOURCE_ROWS_FILE, { line, column: 1 }, message, hint)];
    if (!isWritten({ id, locale: 'en' })) {
      return isPlanned(id) ? [] : problem(`${row} names ${id}, which is no note`, 'name a note in notes/ or in notes/planned.yaml');
    }
    const note = find(id, 'en');
    if (!note || note.frontmatter.sources.includes(row)) return [];
    return problem(`${id} does not name ${row}`, 'add the row to the sources of the note, or take the note away here');
  }));
  const ofNotes = notes.flatMap(({ id, file, frontmatter }) => frontmatter.sources.flatMap((source) => {
    if (rows.some(({ row, notes: ids }) => row === source && ids.includes(id))) return [];
    return [problemAt(file, null, `sources names ${source}, which does not name ${id}`, `add the note to the row in ${SOURCE_ROWS_FILE}`)];
  }));
  return [...ofRows, ...ofNotes];
}
