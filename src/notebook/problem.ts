import { NoteError } from '../note/note-error.ts';
import type { Place } from '../note/note.ts';

/** A fault of the site's content: what, where, and what to do. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
}

/** A problem at a place of a file, at its beginning where no better is known. */
export function problemAt(file: string, place: Place | null, message: string, hint: string): Problem {
  const { line, column } = place ?? { line: 1, column: 1 };
  return { file, line, column, message, hint };
}

/** The problem that an error is; one without a place of its own stands at the beginning of `file`. */
export function problemOf(error: unknown, file: string): Problem {
  if (error instanceof NoteError) return problemAt(error.file, error, error.reason, error.hint);
  return problemAt(file, null, error instanceof Error ? error.message : String(error), 'see the message');
}

/** Problems in the order in which an author goes through the files. */
export function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column);
}

/** One line, as compilers print it: `file:line:column: message (what to do)`. */
export function problemLine({ file, line, column, message, hint }: Problem): string {
  return `${file}:${line}:${column}: ${message} (${hint})`;
}
