import { findNodeAtLocation, parseTree, type JSONPath, type ParseError } from 'jsonc-parser';
import type { Place } from '../note/note.ts';
import { problemAt, problemLine, type Problem } from './problem.ts';

/** A notebook that cannot be shown: each fault with file, line, cell and field, and what to do. */
export class NotebookError extends Error {
  override readonly name = 'NotebookError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], options?: ErrorOptions) {
    super(problems.map(problemLine).join('\n'), options);
    this.problems = problems;
  }
}

/** What is wrong with one field of a notebook. */
export interface FieldFault {
  readonly path: JSONPath;
  /** What is wrong, after the name of the field: `is missing`. */
  readonly message: string;
  readonly hint?: string | undefined;
}

const SAVE_ANEW = 'correct the field, or open the file in JupyterLab and save it anew';
const MAX_FAULTS = 5;

/** An error of these faults, each at the line where the file has its field. Of many, the first few are told. */
export function fieldError(faults: readonly FieldFault[], text: string, file: string, options?: ErrorOptions): NotebookError {
  const tree = parseTree(text);
  const more = faults.length > MAX_FAULTS ? `; ${faults.length - MAX_FAULTS} more faults of the file are not listed` : '';
  return new NotebookError(faults.slice(0, MAX_FAULTS).map(({ path, message, hint = SAVE_ANEW }, index, told) => {
    const words = [cellName(path), fieldName(path)].filter((word) => word !== '').join(', ');
    const last = index === told.length - 1 ? more : '';
    return problemAt(file, placeOf(text, offsetOf(tree, path)), `${words === '' ? 'the file' : words}: ${message}`, hint + last);
  }), options);
}

/** An error of a text that is no JSON, at the first place where it is none. */
export function jsonError(text: string, file: string, cause: unknown): NotebookError {
  const conflict = /^(?:<{7}|={7}|>{7})(?: |$)/mu.exec(text);
  if (conflict) {
    return new NotebookError([problemAt(file, placeOf(text, conflict.index), 'the file has a merge conflict of git in it', 'resolve it: git checkout --ours or --theirs on the file, or nbdime')], { cause });
  }
  const errors: ParseError[] = [];
  parseTree(text, errors);
  const why = cause instanceof Error ? cause.message : String(cause);
  const place = errors[0] ? placeOf(text, errors[0].offset) : null;
  return new NotebookError([problemAt(file, place, `the file is not JSON, so it is no notebook: ${why}`, 'get it again from where it was saved whole')], { cause });
}

/** An error of a file without anything in it. */
export function emptyError(file: string, length: number): NotebookError {
  return new NotebookError([problemAt(file, null, `the file is empty (${length} characters)`, 'it was perhaps never saved: get it again, or remove it')]);
}

/** `cell 3`, counted from 1 as a reader does; in nbformat 3 `worksheet 1, cell 3`; empty for what is in no cell. */
function cellName(path: JSONPath): string {
  const names = path[0] === 'worksheets' ? ['worksheet', 'cell'] : ['cell'];
  return names.flatMap((name, level) => {
    const [list, index] = path.slice(level * 2, level * 2 + 2);
    return (list === `${name}s` && typeof index === 'number') ? [`${name} ${index + 1}`] : [];
  }).join(', ');
}

/** The field within its cell, or within the file: `outputs.0.text`. */
function fieldName(path: JSONPath): string {
  const cell = path[0] === 'worksheets' ? 4 : 2;
  const inCell = path[cell - 2] === 'cells' && typeof path[cell - 1] === 'number';
  return (inCell ? path.slice(cell) : path).join('.');
}

/** Where the field is, or the nearest thing around it that the file has. */
function offsetOf(tree: ReturnType<typeof parseTree>, path: JSONPath): number {
  for (let length = path.length; tree && length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return node.offset;
  }
  return 0;
}

function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
