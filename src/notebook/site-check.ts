import type { Locale } from '../i18n/locale.ts';
import { loadErrata } from '../note/errata.ts';
import type { Note } from '../note/note.ts';
import { loadSourceRows, SOURCE_ROWS_FILE } from '../note/source-rows.ts';
import { metricProblems, type CellsOf } from './metric-check.ts';
import { checkPages, readOr } from './page-check.ts';
import { inOrder, problemAt, type Problem } from './problem.ts';
import { loadRecordedNote, loadRecording, otherEnvironments, showsTwin, type RecordedNote } from './recording-library.ts';
import { environmentKey, notebookFile } from './recording-place.ts';
import type { RecordedCell } from './recording-state.ts';
import { fieldProblems } from './reference-check.ts';
import type { ReferencedNotes } from './referenced-notes.ts';
import { loadViews, viewsFile } from './compiler-views.ts';
import { sameProblems } from './same-check.ts';
import { coverageProblems, errataProblems } from './source-check.ts';

/** A cell whose outputs the page cannot show from the reference recording. */
export interface UnrecordedCell {
  readonly id: string;
  readonly state: 'stale' | 'missing';
  readonly file: string;
  readonly line: number;
}

/** A cell that another machine than the reference's ran as it was before. */
export interface StaleElsewhere {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly notebook: string;
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
    /** In the recordings of other machines, each cell once a machine. What those have not is not missing. */
    readonly staleElsewhere: readonly StaleElsewhere[];
    readonly notes: readonly NoteReport[];
  };
  readonly problems: readonly Problem[];
}

/** Reads all notes, recordings and errata of a project and says what is wrong with them. Throws only where a folder cannot be read. */
export async function checkSite(root: string): Promise<SiteReport> {
  const { notes, others, known, problems: found } = await checkPages(root);
  const problems = [...found];
  const [errata = []] = await readOr(loadErrata(root), 'notes/errata', problems);
  const [rows = null] = await readOr(loadSourceRows(root), SOURCE_ROWS_FILE, problems);
  const recorded = await recordedNotes(root, notes, problems);
  const cellsOf: CellsOf = (id) => {
    if (!known.isWritten({ id, locale: 'en' })) return 'absent';
    return recorded.find(({ note }) => note.id === id && note.locale === 'en')?.cells ?? 'unread';
  };
  problems.push(
    ...notes.flatMap((note) => fieldProblems(note, known)),
    ...[...notes, ...others].flatMap((page) => metricProblems(page, cellsOf)),
    ...translationProblems(notes, known),
    ...errataProblems(errata, rows, known),
    ...coverageProblems(rows, notes, known),
    ...recorded.flatMap(placeProblems),
    ...recorded.flatMap(sameProblems),
  );
  for (const note of notes.filter(({ locale }) => locale === 'en')) problems.push(...await viewProblems(root, note, problems));
  const reports = recorded.map(noteReport);
  const own = reports.filter((_, index) => recorded[index]?.note.cells.length !== 0);
  const sum = (of: (report: NoteReport) => number): number => own.reduce((total, report) => total + of(report), 0);
  return {
    recordings: {
      cells: sum(({ cells }) => cells), fresh: sum(({ fresh }) => fresh),
      stale: sum(({ stale }) => stale), missing: sum(({ missing }) => missing),
      staleElsewhere: recorded.flatMap(staleElsewhere), notes: reports,
    },
    problems: inOrder(problems),
  };
}

/** The notes with their recordings, without those whose own faults, or whose English twin's, are told already. */
async function recordedNotes(root: string, notes: readonly Note[], problems: Problem[]): Promise<readonly RecordedNote[]> {
  const ids = [...new Set(notes.map(({ id }) => id))];
  const readable = new Set<string>();
  for (const id of ids) {
    const environments = [null, ...(await otherEnvironments(root, id))];
    const found = await Promise.all(environments.map((each) => readOr(loadRecording(root, id, each), notebookFile(id, each), problems)));
    if (found.every((each) => each.length > 0)) readable.add(id);
  }
  const complete = notes.filter((note) =>
    readable.has(note.id) && (!showsTwin(note) || notes.some(({ id, locale }) => id === note.id && locale === 'en')));
  return Promise.all(complete.map(({ id, locale }) => loadRecordedNote(root, id, locale)));
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

/** Views of the compiler that are not of the present code: the page does not show them. */
async function viewProblems(root: string, { id, file, cells }: Note, problems: Problem[]): Promise<readonly Problem[]> {
  const [views] = await readOr(loadViews(root, id), viewsFile(id), problems);
  const hint = `npm run record -- --server URL --compiler --only ${id}`;
  return Object.entries(views?.cells ?? {}).flatMap(([cell, { digest }]) => {
    const found = cells.find(({ options }) => options.id === cell);
    if (!found) return [problemAt(viewsFile(id), null, `${id} has no cell ${cell}`, hint)];
    return found.digest === digest ? [] : [problemAt(file, { line: found.line, column: 1 }, `what the compiler made of cell ${cell} is stale`, hint)];
  });
}

/** Of a translation its twin tells. */
function staleElsewhere({ note, others }: RecordedNote): readonly StaleElsewhere[] {
  if (note.cells.length === 0) return [];
  return others.flatMap(({ name, cells }) => cells.flatMap(({ state, cell }) => (
    state === 'stale' ? [{ id: cell.options.id, file: note.file, line: cell.line, notebook: notebookFile(note.id, name) }] : []
  )));
}

/** Notebooks beside a reference that are named for another machine than theirs, or hold a second recording of the reference's. */
function placeProblems({ note, recording, others }: RecordedNote): readonly Problem[] {
  if (note.locale !== 'en') return [];
  const reference = recording && environmentKey(recording.environment);
  return others.flatMap(({ name, key }) => {
    const file = notebookFile(note.id, name);
    if (name !== key) return [problemAt(file, null, `it holds a recording of ${key}`, `rename it to ${notebookFile(note.id, key)}`)];
    if (key !== reference) return [];
    return [problemAt(file, null, `${notebookFile(note.id)} was recorded on such a machine too`, 'delete one of the two')];
  });
}

/** Every note is there in both languages, and its translation shows the same cells and has none of its own. */
function translationProblems(notes: readonly Note[], { isWritten, find }: ReferencedNotes): readonly Problem[] {
  return notes.flatMap((note) => {
    if (note.locale !== 'en') return [];
    if (!isWritten({ id: note.id, locale: 'zh-cn' })) {
      return [problemAt(note.file, null, `${note.id} has no Chinese twin`, `write notes/zh-cn/${note.id}.mdx`)];
    }
    const twin = find(note.id, 'zh-cn');
    if (!twin) return [];
    const [copied] = twin.cells;
    if (copied) {
      const hint = `show a cell of ${note.file} with <Cell id="…" />`;
      return [problemAt(twin.file, { line: copied.line, column: 1 }, `cell ${copied.options.id} repeats code`, hint)];
    }
    const shown = new Set(twin.embeds.filter((embed) => embed.note === note.id).map(({ id }) => id));
    return note.cells.filter(({ options }) => !shown.has(options.id)).map(({ options: { id }, line }) =>
      problemAt(twin.file, null, `cell ${id} (${note.file}:${line}) is not shown`, `add <Cell id="${id}" />`));
  });
}
