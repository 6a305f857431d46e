import { load as parseYaml, YAMLException } from 'js-yaml';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { NoteError } from './note-error.ts';

/** An item of a list with the line of the file that it begins on. */
export interface PlacedItem<T> {
  readonly value: T;
  readonly line: number;
}

/** Reads a YAML file of the project that is a list. Throws a NoteError at the item or the place that is wrong. */
export async function readYamlList<T>(root: string, file: string, item: z.ZodType<T>): Promise<readonly PlacedItem<T>[]> {
  const text = await readFile(join(root, file), 'utf8');
  const list = z.array(z.unknown()).safeParse(yamlOf(text, file));
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

function yamlOf(text: string, file: string): unknown {
  try {
    return parseYaml(text);
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    const { line, column } = cause.mark;
    const error = new NoteError({ file, line: line + 1, column: column + 1 }, cause.reason, 'correct the YAML');
    error.cause = cause;
    throw error;
  }
}
