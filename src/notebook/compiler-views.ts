import { join } from 'node:path';
import * as v from 'valibot';
import { type CompilerView, type RecordedViews, recordedViewsSchema } from '../cuda/compiler-view.ts';
import { FileCache } from '../note/file-cache.ts';
import type { NoteCell } from '../note/note.ts';

/** The file that holds what the compiler made of a note's cells, from the project's root. */
export function viewsFile(noteId: string): string {
  return `notebooks/${noteId}.compiler.json`;
}

const cache = new FileCache<RecordedViews>();

/** The recorded views of a note, or null where none were made. Throws with the file where it is broken. */
export async function loadViews(root: string, noteId: string): Promise<RecordedViews | null> {
  const file = viewsFile(noteId);
  return cache.get(join(root, file), (text) => parseViews(text, file)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
}

export function parseViews(text: string, file: string): RecordedViews {
  try {
    return v.parse(recordedViewsSchema, JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} holds no compiler views: remove it and run npm run record -- --server URL --compiler`, { cause });
  }
}

/** One line a cell, so that a diff names the cells that changed. */
export function formatViews({ cells }: RecordedViews): string {
  const rows = Object.entries(cells).map(([id, cell]) => `${JSON.stringify(id)}:${JSON.stringify(cell)}`);
  return `{"version":1,"cells":{\n${rows.join(',\n')}\n}}\n`;
}

/** Whether nvcc makes something of a cell that can be looked at: a program or a part of one, and no header. */
export function isViewable({ language, options: { expectError, files } }: Pick<NoteCell, 'language' | 'options'>): boolean {
  return language === 'cuda' && !expectError && (files === null || /\.(?:cu|cpp|cc|cxx|c)$/u.test(files));
}

/** The view of a cell where it is that of its present code; else null. */
export function freshView(views: RecordedViews | null, { options, digest }: NoteCell): CompilerView | null {
  const found = views?.cells[options.id];
  return found?.digest === digest ? found.view : null;
}
