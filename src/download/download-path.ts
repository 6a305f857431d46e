import type { Locale } from '../i18n/locale.ts';
import { notePath } from '../note/note-path.ts';
import { DOWNLOADS } from '../offline/downloads-folder.ts';

function below(locale: Locale): string {
  return locale === 'en' ? DOWNLOADS : `${DOWNLOADS}${locale}/`;
}

/** The notebook of a note, from the site's base path: `downloads/cuda/bank-conflicts.ipynb`. */
export function notebookDownload(noteId: string, locale: Locale): string {
  return `${below(locale)}${noteId}.ipynb`;
}

/** A note as Markdown, beside its page: `cuda/bank-conflicts.md`. It is for programs, and no download of the page. */
export function markdownFile(noteId: string, locale: Locale): string {
  return `${notePath(noteId, locale).slice(1, -1)}.md`;
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
