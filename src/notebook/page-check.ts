import { glob } from 'node:fs/promises';
import { locales } from '../i18n/locale.ts';
import { loadNote, loadPage, notePaths, otherPageFiles } from '../note/note-library.ts';
import { noteFile, type NotePath } from '../note/note-path.ts';
import type { Note, SitePage } from '../note/note.ts';
import { loadPlannedNotes, PLAN_FILE, type PlannedNote } from '../note/planned-notes.ts';
import { pageAddress } from './link-check.ts';
import { loadNotebooks } from './notebook-library.ts';
import { notebookAddress, notebookSlugs } from './notebook-path.ts';
import { inOrder, problemAt, problemOf, type Problem } from './problem.ts';
import { referenceProblems } from './reference-check.ts';
import type { ReferencedNotes } from './referenced-notes.ts';

export interface CheckedPages {
  /** Those that could be read. */
  readonly notes: readonly Note[];
  readonly others: readonly SitePage[];
  readonly known: ReferencedNotes;
  /** What is wrong with the text of the pages, for which the build refuses them, in the order of the files. */
  readonly problems: readonly Problem[];
}

/** Reads all pages of a project. Throws only where a folder cannot be read. */
export async function checkPages(root: string): Promise<CheckedPages> {
  const problems: Problem[] = [];
  const paths = await notePaths(root);
  const notes = (await Promise.all(paths.map(({ id, locale, file }) => readOr(loadNote(root, id, locale), file, problems)))).flat();
  const otherFiles = await otherPageFiles(root);
  const others = (await Promise.all(otherFiles.map((file) => readOr(loadPage(root, file), file, problems)))).flat();
  const [planned = null] = await readOr(loadPlannedNotes(root), PLAN_FILE, problems);
  const files = (await Array.fromAsync(glob('**/*.*', { cwd: `${root}/public` }))).map((file) => `/${file.replaceAll('\\', '/')}`);
  const notebooks = await loadNotebooks(root);
  problems.push(...notebooks.problems);
  const addresses = locales.flatMap((locale) => notebookSlugs(notebooks.pages).map((slug) => notebookAddress(slug, locale)));
  const known = referencedNotes(paths, otherFiles, notes, planned, new Set(files), new Set(addresses));
  for (const page of [...notes, ...others]) {
    problems.push(...page.faults.map((fault) => problemAt(page.file, fault, fault.message, fault.hint)), ...referenceProblems(page, known));
  }
  return { notes, others, known, problems: inOrder(problems) };
}

/** What could be read, alone in a list; an empty list, and one more problem, for what could not. */
export async function readOr<T>(reading: Promise<T>, file: string, problems: Problem[]): Promise<readonly T[]> {
  try {
    return [await reading];
  } catch (error) {
    problems.push(problemOf(error, file));
    return [];
  }
}

/**
 * @param pages files of the pages that are no notes, those that cannot be read too
 * @param planned null where the plan cannot be read: then nothing that it might name is called wrong
 * @param files addresses of the files in public/
 */
function referencedNotes(
  paths: readonly NotePath[],
  pages: readonly string[],
  notes: readonly Note[],
  planned: readonly PlannedNote[] | null,
  files: ReadonlySet<string>,
  notebooks: ReadonlySet<string>,
): ReferencedNotes {
  const addresses = new Set([...pages.map(pageAddress), ...files]);
  return {
    isWritten: (path) => paths.some(({ id, locale }) => id === path.id && locale === path.locale),
    isPlanned: (id) => planned === null || planned.some((note) => note.id === id),
    isPage: ({ slug, locale }) => pages.includes(noteFile(slug, locale)),
    isNotebook: (address) => notebooks.has(address),
    isAddress: (path) => addresses.has(path) || addresses.has(`${path}/`),
    find: (id, locale) => notes.find((note) => note.id === id && note.locale === locale),
  };
}
