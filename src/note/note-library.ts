import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '../i18n/locale.ts';
import { FileCache } from './file-cache.ts';
import type { Note, SitePage } from './note.ts';
import { noteFile, parseNotePath, parsePagePath, type NotePath } from './note-path.ts';
import { readNote, readPage } from './read-note.ts';

const cache = new FileCache<Note>();

/** Reads one note of a project, again only when its file has changed. Throws where there is no such file. */
export async function loadNote(root: string, id: string, locale: Locale): Promise<Note> {
  const file = noteFile(id, locale);
  return cache.get(join(root, file), (text) => readNote(text, file, { id, locale }));
}

/** Where the notes of a project are, ordered by id and locale. */
export async function notePaths(root: string): Promise<readonly (NotePath & { readonly file: string })[]> {
  const files = await Array.fromAsync(glob('notes/**/*.mdx', { cwd: root }));
  const paths = files.flatMap((file) => {
    const path = parseNotePath(file);
    return path ? [{ ...path, file: noteFile(path.id, path.locale) }] : [];
  });
  return paths.toSorted((a, b) => a.id.localeCompare(b.id) || a.locale.localeCompare(b.locale));
}

/** The files of the pages that are no notes, such as the home page; a name with an underscore before it is no page. */
export async function otherPageFiles(root: string): Promise<readonly string[]> {
  const files = (await Array.fromAsync(glob('notes/**/*.mdx', { cwd: root }))).map((file) => file.replaceAll('\\', '/'));
  return files.filter((file) => !parseNotePath(file) && !/\/_[^/]*$/u.test(file)).toSorted();
}

/** Reads a page that is no note. */
export async function loadPage(root: string, file: string): Promise<SitePage> {
  return readPage(await readFile(join(root, file), 'utf8'), file, parsePagePath(file) ?? { slug: file, locale: 'en' });
}

/** All pages that are no notes, in every language, ordered by file. */
export async function loadPages(root: string): Promise<readonly SitePage[]> {
  return Promise.all((await otherPageFiles(root)).map((file) => loadPage(root, file)));
}

/** All notes of a project in every language, ordered by topic folder, slug and locale. */
export async function loadNotes(root: string): Promise<readonly Note[]> {
  const known = await notePaths(root);
  return Promise.all(known.map(({ id, locale }) => loadNote(root, id, locale)));
}
