import { load, YAMLException } from 'js-yaml';
import { z } from 'zod';
import { NoteError } from './note-error.ts';

/** An item of a list with the line of the file that it begins on. */
export interface PlacedItem<T> {
  readonly value: T;
  readonly line: number;
}

/** Reads YAML that is a list; `file` names it in errors. Throws a NoteError at the item or the place that is wrong. */
export function parseYamlList<T>(text: string, file: string, item: z.ZodType<T>): readonly PlacedItem<T>[] {
  const list = z.array(z.unknown()).safeParse(parseYaml(text, { file, line: 1 }, 'correct the YAML'));
  if (!list.success) throw new NoteError({ file, line: 1, column: 1 }, z.prettifyError(list.error), 'make the file a list: items begin with "- "');
  // An item that does not begin a line (`[{…}]`) has no line that can be told.
  const starts = text.split('\n').flatMap((line, index) => (/^-(?:\s|$)/u.test(line) ? [index + 1] : []));
  return list.data.map((data, index) => {
    const line = starts[index] ?? 1;
    const result = item.safeParse(data);
    if (result.success) return { value: result.data, line };
    const message = result.error.issues.map(({ path, message: what }) => [path.join('.'), what].filter((part) => part !== '').join(': ')).join('; ');
    const error = new NoteError({ file, line, column: 1 }, message, 'correct the item that begins here');
    error.cause = result.error;
    throw error;
  });
}

/** Reads YAML that begins on a line of a file. Throws a NoteError at the place that is wrong. */
export function parseYaml(text: string, { file, line: first }: { readonly file: string; readonly line: number }, hint: string): unknown {
  try {
    return load(text);
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    const { line, column } = cause.mark;
    const error = new NoteError({ file, line: first + line, column: column + 1 }, cause.reason, hint);
    error.cause = cause;
    throw error;
  }
}
