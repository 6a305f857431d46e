import type { Locale } from '../i18n/locale.ts';
import { loadErrata } from '../note/errata.ts';
import { NoteError } from '../note/note-error.ts';
import { loadNote, notePaths } from '../note/note-library.ts';
import type { Note } from '../note/note.ts';
import { metricProblems } from './metric-check.ts';
import type { Problem } from './problem.ts';
import { loadRecordedNote, type RecordedNote } from './recording-library.ts';
import type { RecordedCell } from './recording-state.ts';

/** A cell whose outputs the page cannot show. */
export interface UnrecordedCell {
  readonly id: string;
  readonly state: 'stale' | 'missing';
  readonly file: string;
  readonly line: number;
}

export interface NoteReport {
  readonly note: string;
  readonly locale: Locale;
  /** Cells that the page shows: its own, or those it embeds. */
  readonly cells: number;
  readonly fresh: number;
  readonly stale: number;
  readonly missing: number;
  readonly unrecorded: readonly UnrecordedCell[];
}

export interface SiteReport {
  readonly recordings: {
    /** Each cell counts once, however many languages show it. */
    readonly cells: number;
    readonly fresh: number;
    readonly stale: number;
    readonly missing: number;
    readonly notes: readonly NoteReport[];
  };
  readonly problems: readonly Problem[];
}

/** Reads all notes, recordings and errata of a project and says what is wrong with them. Throws only where a folder cannot be read. */
export async function checkSite(root: string): Promise<SiteReport> {
  const problems: Problem[] = [];
  const recorded: RecordedNote[] = [];
  for (const { id, locale, file } of await notePaths(root)) {
    try {
      recorded.push(await loadRecordedNote(root, id, locale));
    } catch (error) {
      problems.push(problemOf(error, file));
    }
  }
  const notes = recorded.map(noteReport);
  const own = notes.filter((_, index) => recorded[index]?.note.cells.length !== 0);
  const sum = (of: (report: NoteReport) => number): number => own.reduce((total, report) => total + of(report), 0);
  problems.push(...recorded.flatMap(metricProblems), ...translationProblems(recorded), ...(await errataProblems(root)));
  return {
    recordings: {
      cells: sum(({ cells }) => cells), fresh: sum(({ fresh }) => fresh),
      stale: sum(({ stale }) => stale), missing: sum(({ missing }) => missing), notes,
    },
    problems,
  };
}

function noteReport({ note, cells }: RecordedNote): NoteReport {
  const count = (state: RecordedCell['state']): number => cells.filter((each) => each.state === state).length;
  const source = note.cells.length > 0 ? note.file : `notes/${note.id}.mdx`;
  const unrecorded = cells.flatMap(({ state, cell }) => (
    state === 'fresh' ? [] : [{ id: cell.options.id, state, file: source, line: cell.line }]
  ));
  return {
    note: note.id, locale: note.locale, cells: cells.length,
    fresh: count('fresh'), stale: count('stale'), missing: count('missing'), unrecorded,
  };
}

/** Every note is there in both languages, and its translation shows the same cells and has none of its own. */
function translationProblems(recorded: readonly RecordedNote[]): readonly Problem[] {
  const find = (id: string, locale: Locale): Note | undefined =>
    recorded.find(({ note }) => note.id === id && note.locale === locale)?.note;
  return recorded.flatMap(({ note }) => {
    if (note.locale !== 'en') return [];
    const twin = find(note.id, 'zh-cn');
    if (!twin) return [at(note.file, 1, `${note.id} has no Chinese twin`, `write notes/zh-cn/${note.id}.mdx`)];
    const [copied] = twin.cells;
    if (copied) return [at(twin.file, copied.line, `cell ${copied.options.id} repeats code`, `show a cell of ${note.file} with <Cell id="…" />`)];
    const shown = new Set(twin.embeds.map(({ id }) => id));
    return note.cells.flatMap(({ options, line }) => (
      shown.has(options.id) ? [] : [at(twin.file, 1, `cell ${options.id} (${note.file}:${line}) is not shown`, `add <Cell id="${options.id}" />`)]
    ));
  });
}

async function errataProblems(root: string): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const errata = await loadErrata(root).catch((error: unknown) => {
    problems.push(problemOf(error, 'notes/errata'));
    return [];
  });
  for (const { note: id, cell, row } of errata) {
    const file = `notes/errata (${row})`;
    try {
      const note = await loadNote(root, id, 'en');
      if (cell !== undefined && !note.cells.some(({ options }) => options.id === cell)) {
        problems.push(at(file, 1, `${id} has no cell "${cell}"`, 'name the cell that proves the correction'));
      }
    } catch (error) {
      // A note that cannot be read has its own problem above; what is new here is one that is not there.
      if (!(error instanceof NoteError)) problems.push(at(file, 1, `there is no note ${id}`, 'name the note that corrects it'));
    }
  }
  return problems;
}

function problemOf(error: unknown, file: string): Problem {
  if (error instanceof NoteError) {
    const { line, column, hint, reason } = error;
    return { file: error.file, line, column, message: reason, hint };
  }
  return at(file, 1, error instanceof Error ? error.message : String(error), 'see the message');
}

function at(file: string, line: number, message: string, hint: string): Problem {
  return { file, line, column: 1, message, hint };
}
