/** A fault in a note: says what, where (1-based line and column) and what to do. */
export class NoteError extends Error {
  override readonly name = 'NoteError';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** What is wrong, without the place and the hint. */
  readonly reason: string;
  readonly hint: string;

  constructor(place: { readonly file: string; readonly line: number; readonly column: number }, message: string, hint: string) {
    super(`${place.file}:${place.line}:${place.column}: ${message} (${hint})`);
    this.file = place.file;
    this.line = place.line;
    this.column = place.column;
    this.reason = message;
    this.hint = hint;
  }
}
