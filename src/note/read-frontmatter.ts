import { closest } from 'fastest-levenshtein';
import type { Root, Yaml } from 'mdast';
import type { z } from 'zod';
import { noteFrontmatter, type NoteFrontmatter } from './frontmatter.ts';
import type { NoteReference, Place } from './note.ts';
import { NoteError } from './note-error.ts';
import { parseYaml } from './yaml.ts';

/** Reads the fields of a note and where they name other notes. Throws a NoteError at the field that is wrong. */
export function readFrontmatter(tree: Root, file: string): {
  readonly frontmatter: NoteFrontmatter;
  readonly references: readonly NoteReference[];
} {
  const [first] = tree.children;
  if (first?.type !== 'yaml') {
    throw new NoteError({ file, line: 1, column: 1 }, 'the note has no frontmatter', 'begin it with title, topic, order, needs between --- lines');
  }
  const result = noteFrontmatter.safeParse(parseYaml(first.value, { file, line: 2 }, 'correct the YAML of the frontmatter'));
  if (!result.success) throw frontmatterError(result.error, first, file);
  const references = (['prerequisites', 'related'] as const).flatMap((field) =>
    result.data[field].map((id) => ({ field, id, ...placeOfValue(first, field, id) })));
  return { frontmatter: result.data, references };
}

function frontmatterError({ issues }: z.ZodError, yaml: Yaml, file: string): NoteError {
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))[0];
  if (unknown !== undefined) {
    const keys = Object.keys(noteFrontmatter.shape);
    const hint = `did you mean "${closest(unknown, keys)}"? A note has ${keys.join(', ')}`;
    return new NoteError({ file, line: lineOfField(yaml, unknown), column: 1 }, `unknown frontmatter key "${unknown}"`, hint);
  }
  const message = issues.map(({ path, message: what }) => `${path.join('.') || 'frontmatter'}: ${what}`).join('; ');
  return new NoteError({ file, line: lineOfField(yaml, issues[0]?.path[0]), column: 1 }, message, 'correct the frontmatter');
}

/** The line of a field in the file; that of the opening --- where the field is missing. */
function lineOfField({ value }: Yaml, field: PropertyKey | undefined): number {
  const index = value.split('\n').findIndex((line) => isField(line, field));
  return index < 0 ? 1 : index + 2;
}

/** Where a value of a list stands, in the field's own line or on a line of the list below it. */
function placeOfValue(yaml: Yaml, field: string, text: string): Place {
  const first = lineOfField(yaml, field);
  const lines = yaml.value.split('\n').slice(first - 2);
  const whole = new RegExp(`(?<![\\w/-])${text}(?![\\w/-])`, 'u');
  const index = lines.findIndex((line) => whole.test(line));
  return index < 0 ? { line: first, column: 1 } : { line: first + index, column: (whole.exec(lines[index] ?? '')?.index ?? 0) + 1 };
}

function isField(line: string, field: PropertyKey | undefined): boolean {
  return [`${String(field)}:`, `"${String(field)}":`, `'${String(field)}':`].some((key) => line.startsWith(key));
}
