import { loadNotes } from '../note/note-library.ts';
import { archiveDownload, cellDownload, notebookDownload } from './download-path.ts';
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

/** Every download of a project: of each note with cells a notebook and an archive in its language, of each CUDA cell its file. */
export async function downloads({ root, siteUrl }: Pick<ExportPlan, 'root' | 'siteUrl'>): Promise<readonly Download[]> {
  const notes = await loadNotes(root);
  const lists = await Promise.all(notes.map(async ({ id, locale, cells }): Promise<readonly Download[]> => {
    const plan = { root, id, locale, siteUrl };
    const notebook = { path: notebookDownload(id, locale), type: 'application/x-ipynb+json', make: () => exportedNotebook(plan) };
    const files = await noteFiles(root, id, locale);
    if (files.length === 0) return [notebook];
    const archive = { path: archiveDownload(id, locale), type: 'application/zip', make: () => noteArchive(plan) };
    // A translation shows the files of its twin.
    const own = cells.length === 0 ? [] : files.filter(({ cell }) => cell.language === 'cuda');
    return [notebook, archive, ...own.map(({ name, text }) => ({ path: cellDownload(id, name), type: 'text/x-cuda', make: () => Promise.resolve(text) }))];
  }));
  return lists.flat();
}
