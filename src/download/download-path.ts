import type { Locale } from '../i18n/locale.ts';
import { DOWNLOADS } from '../offline/downloads-folder.ts';

function below(locale: Locale): string {
  return locale === 'en' ? DOWNLOADS : `${DOWNLOADS}${locale}/`;
}

/** The notebook of a note, from the site's base path: `downloads/cuda/bank-conflicts.ipynb`. */
export function notebookDownload(noteId: string, locale: Locale): string {
  return `${below(locale)}${noteId}.ipynb`;
}

/** All files of a note's cells in one archive, with a list in the note's language. */
export function archiveDownload(noteId: string, locale: Locale): string {
  return `${below(locale)}${noteId}.zip`;
}

/** The file of one cell, which is the same in every language. */
export function cellDownload(noteId: string, fileName: string): string {
  return `${DOWNLOADS}${noteId}/${fileName}`;
}

/** A notebook of anyone's as it is in the project, by its file from there: `downloads/notebooks/mine/try.ipynb`. */
export function originalDownload(file: string): string {
  return `${DOWNLOADS}${file}`;
}
