import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadNotes } from '../note/note-library.ts';
import { loadNotebooks } from '../notebook/notebook-library.ts';
import { archiveDownload, cellDownload, notebookDownload, originalDownload } from './download-path.ts';
import type { ExportPlan } from './exported-note.ts';
import { exportedNotebook } from './exported-notebook.ts';
import { noteArchive, noteFiles } from './note-archive.ts';

/** A file of the site that is made at the build and fetched by a reader's click. */
export interface Download {
  /** From the site's base path. */
  readonly path: string;
  readonly type: string;
  readonly make: () => Promise<string | Uint8Array<ArrayBuffer>>;
}

/**
 * Every download of a project: of each note with cells a notebook and an archive in its language, of each CUDA cell its file, and the
 * notebooks of anyone's.
 */
export async function downloads({ root, siteUrl, figureTexts }: Omit<ExportPlan, 'id' | 'locale'>): Promise<readonly Download[]> {
  const notes = await loadNotes(root);
  const lists = await Promise.all(notes.map(async ({ id, locale, cells }): Promise<readonly Download[]> => {
    const plan = { root, id, locale, siteUrl, figureTexts };
    const notebook = { path: notebookDownload(id, locale), type: 'application/x-ipynb+json', make: () => exportedNotebook(plan) };
    const files = await noteFiles(root, id, locale);
    if (files.length === 0) return [notebook];
    const archive = { path: archiveDownload(id, locale), type: 'application/zip', make: () => noteArchive(plan) };
    // A translation shows the files of its twin.
    const own = cells.length === 0 ? [] : files.filter(({ cell }) => cell.language === 'cuda');
    return [notebook, archive, ...own.map(({ name, text }) => ({ path: cellDownload(id, name), type: 'text/x-cuda', make: () => Promise.resolve(text) }))];
  }));
  return [...lists.flat(), ...await originals(root)];
}

/** The notebooks of anyone's, byte by byte. */
async function originals(root: string): Promise<readonly Download[]> {
  return (await loadNotebooks(root)).pages.map(({ file }) => ({
    path: originalDownload(file), type: 'application/x-ipynb+json', make: async () => new Uint8Array(await readFile(join(root, file))),
  }));
}
