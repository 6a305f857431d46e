import { z } from 'zod';
import { NotCheckable } from './verdict.ts';

const textList = z.union([z.string().transform((text) => [text]), z.array(z.string())]);
const byCell = z.record(z.string(), textList);

/** A value of `assert` as a list of texts; a single text is a list of one, an absent one is empty. */
export function texts(assert: Readonly<Record<string, unknown>>, key: string): readonly string[] {
  return read(assert, key, textList) ?? [];
}

/** A value of `assert` by cell: `{"c1": "…"}` or `{"c1": ["…", "…"]}`. */
export function textsByCell(assert: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, readonly string[]>> {
  return read(assert, key, byCell) ?? {};
}

/** A number of `assert`, or undefined where it has none of this name. */
export function count(assert: Readonly<Record<string, unknown>>, key: string): number | undefined {
  return read(assert, key, z.number());
}

function read<T>(assert: Readonly<Record<string, unknown>>, key: string, schema: z.ZodType<T>): T | undefined {
  if (!(key in assert)) return undefined;
  const result = schema.safeParse(assert[key]);
  if (!result.success) throw new NotCheckable(`assert.${key} has a form that the runner does not know`);
  return result.data;
}
