import { glob, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '../i18n/locale.ts';
import type { Note } from './note.ts';
import { noteFile, parseNotePath } from './note-path.ts';
import { readNote } from './read-note.ts';

interface CachedNote {
  readonly modified: number;
  readonly note: Promise<Note>;
}

const cache = new Map<string, CachedNote>();

/** Reads one note of a project, again only when its file has changed. Throws where there is no such file. */
export async function loadNote(root: string, id: string, locale: Locale): Promise<Note> {
  const file = noteFile(id, locale);
  const path = join(root, file);
  const { mtimeMs } = await stat(path);
  const cached = cache.get(path);
  if (cached?.modified === mtimeMs) return cached.note;
  const note = readFile(path, 'utf8').then((text) => readNote(text, file, { id, locale }));
  cache.set(path, { modified: mtimeMs, note });
  return note;
}

/** All notes of a project in every language, ordered by topic folder, slug and locale. */
export async function loadNotes(root: string): Promise<readonly Note[]> {
  const paths = await Array.fromAsync(glob('notes/**/*.mdx', { cwd: root }));
  const known = paths.flatMap((path) => parseNotePath(path) ?? []);
  known.sort((a, b) => a.id.localeCompare(b.id) || a.locale.localeCompare(b.locale));
  return Promise.all(known.map(({ id, locale }) => loadNote(root, id, locale)));
}
