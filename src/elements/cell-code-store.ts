import type { CodeEdit } from './cell-code-state.ts';
import { editKey } from './page-keys.ts';

/** A reader's edits of one cell, in the browser. */
export interface CodeStore {
  /** Its key in the storage, by which other pages that change it are known. */
  readonly key: string;
  /** The kept edit, or null where there is none. */
  read(): CodeEdit | null;
  /** Keeps an edit, or forgets it; `refused` where the browser keeps nothing (private window, full, forbidden). */
  write(edit: CodeEdit | null): 'kept' | 'refused';
}

/**
 * Edits by note and cell, so that both languages share one. What is kept has the digest of the code that it was made from.
 * @param storage given as a function, since a browser that forbids storage throws where it is named
 */
export function codeStore(note: string, cell: string, storage: () => Storage = () => localStorage): CodeStore {
  const key = editKey(note, cell);
  const read = (): CodeEdit | null => {
    try {
      const text = storage().getItem(key);
      return text === null ? null : parseEdit(text);
    } catch (error) {
      console.warn(`The kept edit of ${cell} could not be read.`, error);
      return null;
    }
  };
  const write = (edit: CodeEdit | null): 'kept' | 'refused' => {
    try {
      if (edit) storage().setItem(key, JSON.stringify(edit));
      else storage().removeItem(key);
      return 'kept';
    } catch (error) {
      console.info('This browser keeps nothing for the page.', error);
      return 'refused';
    }
  };
  return { key, read, write };
}

function parseEdit(json: string): CodeEdit {
  const value: unknown = JSON.parse(json);
  if (typeof value === 'object' && value !== null && 'text' in value && 'digest' in value &&
    typeof value.text === 'string' && typeof value.digest === 'string') return { text: value.text, digest: value.digest };
  throw new TypeError('it is not an edit');
}
