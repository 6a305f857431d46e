import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { locales, type Locale } from '../i18n/locale.ts';
import { FileCache } from '../note/file-cache.ts';
import { noteFile } from '../note/note-path.ts';
import { notebookPage, type NotebookPage } from './notebook-page.ts';
import { parseNotebookPagePath, type NotebookPath } from './notebook-path.ts';
import { NotebookError } from './notebook-problems.ts';
import { problemAt, problemOf, type Problem } from './problem.ts';

/** A notebook that is a page, or why it can be none. */
interface FoundNotebook {
  readonly path: NotebookPath;
  readonly page: NotebookPage | null;
  readonly problems: readonly Problem[];
}

/** A page for each notebook of a project, as far as they can be read. */
export interface NotebookShelf {
  readonly pages: readonly NotebookPage[];
  /** What is wrong with the others, in the order of the files. */
  readonly problems: readonly Problem[];
}

const cache = new FileCache<NotebookPage>();
const marks = new FileCache<boolean>();

/** The notebooks of a project that are pages: all below notebooks/ but the recordings of notes, and what is hidden. */
async function notebookPaths(root: string): Promise<readonly NotebookPath[]> {
  const files = (await Array.fromAsync(glob('notebooks/**/*.ipynb', { cwd: root }))).toSorted();
  const paths = files.flatMap((file) => parseNotebookPagePath(file) ?? []);
  const isRecording = await Promise.all(paths.map(async ({ file }) => isOfNote(root, file) || marks.get(join(root, file), hasRecording)));
  return paths.filter((_, index) => !isRecording[index]);
}

/** A note's recording lies at the note's path. */
function isOfNote(root: string, file: string): boolean {
  const id = file.replace(/^notebooks\//u, '').replace(/\.ipynb$/u, '');
  return locales.some((locale) => existsSync(join(root, noteFile(id, locale))));
}

/** Whether the recorder has written the file (`write-notebook.ts`): a recording is never a page, even where its note is not there. */
function hasRecording(text: string): boolean {
  if (!text.includes('"warpnotes"')) return false;
  try {
    const json = JSON.parse(text) as { metadata?: { warpnotes?: { version?: unknown } } } | null;
    return json?.metadata?.warpnotes?.version !== undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Told by who reads it as a page.
    return false;
  }
}

/** Reads all notebooks that are pages. Throws only where a folder cannot be read. */
export async function loadNotebooks(root: string): Promise<NotebookShelf> {
  const paths = await notebookPaths(root);
  const known = new Map(paths.map(({ file, slug }) => [file, slug]));
  const found = await Promise.all(paths.map((path) => findNotebook(root, path, known)));
  return {
    pages: found.flatMap(({ page }) => page ?? []),
    problems: [...found.flatMap(({ problems }) => problems), ...sameAddress(paths)],
  };
}

async function findNotebook(root: string, path: NotebookPath, known: ReadonlyMap<string, string>): Promise<FoundNotebook> {
  try {
    const around = { readFile: (file: string) => readBeside(root, file), slugOf: (file: string) => known.get(file) ?? null };
    const page = await cache.get(join(root, path.file), (text) => notebookPage(text, path, around));
    return { path, page, problems: [] };
  } catch (error) {
    return { path, page: null, problems: error instanceof NotebookError ? error.problems : [problemOf(error, path.file)] };
  }
}

/** A file below notebooks/ as base64; null where there is none, and for one that a link leads out of the folder. */
function readBeside(root: string, file: string): string | null {
  const path = join(root, file);
  if (!existsSync(path) || !realpathSync(path).startsWith(realpathSync(join(root, 'notebooks')) + sep)) return null;
  return readFileSync(path).toString('base64');
}

function sameAddress(paths: readonly NotebookPath[]): readonly Problem[] {
  return paths.flatMap(({ file, slug, locale }, index) => {
    const first = paths.slice(0, index).find((path) => path.slug === slug && path.locale === locale);
    return first ? [problemAt(file, null, `${first.file} has the same address, /notebooks/${slug}/`, 'give one of them another name')] : [];
  });
}

/** What a language shows: its own notebooks, and those that only the other one has. */
export function notebooksOf(pages: readonly NotebookPage[], locale: Locale): readonly NotebookPage[] {
  const own = pages.filter((page) => page.locale === locale);
  const others = pages.filter((page) => page.locale !== locale && !own.some(({ slug }) => slug === page.slug));
  return [...own, ...others].toSorted((a, b) => a.slug.localeCompare(b.slug));
}
