import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { z } from 'zod';

const line = z.object({
  id: z.string().min(1),
  area: z.string().min(1),
  title: z.string().default(''),
  kind: z.string().min(1),
  input: z.string().min(1),
  files: z.array(z.string()).default([]),
  assert: z.record(z.string(), z.unknown()).nullish().transform((assert) => assert ?? {}),
  compile: z.object({ cmd: z.string(), ok: z.boolean() }).nullish().transform((compile) => compile ?? null),
});

/** One line of a `cases.jsonl`, with the path of its main file and what a machine can check of it. */
export type HardCase = Readonly<z.infer<typeof line>> & { readonly folder: string };

/**
 * Reads the cases of a folder. Throws for a line that is no case, for an id that stands twice, and for a file that is not
 * there or lies outside of the folder, each with the number of the line.
 */
export async function readCases(folder: string): Promise<readonly HardCase[]> {
  const file = join(folder, 'cases.jsonl');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`${file} cannot be read: give the folder that holds a cases.jsonl`, { cause });
  });
  const cases: HardCase[] = [];
  for (const [index, row] of text.replace(/^\uFEFF/u, '').split(/\r?\n/u).entries()) {
    if (row.trim() === '') continue;
    const place = `${file}:${index + 1}`;
    const each = { ...readLine(row, place), folder: resolve(folder) };
    if (cases.some(({ id }) => id === each.id)) throw new Error(`${place}: the id "${each.id}" stands twice: give each case its own`);
    for (const path of [each.input, ...each.files]) checkFile(each.folder, path, place);
    cases.push(each);
  }
  return cases;
}

function readLine(row: string, place: string): z.infer<typeof line> {
  let json: unknown;
  try {
    json = JSON.parse(row);
  } catch (cause) {
    throw new Error(`${place}: this is no JSON object: each line of a cases.jsonl is one`, { cause });
  }
  const result = line.safeParse(json);
  if (!result.success) throw new Error(`${place}: ${z.prettifyError(result.error)}`, { cause: result.error });
  return result.data;
}

function checkFile(folder: string, path: string, place: string): void {
  const full = resolve(folder, path);
  if (!full.startsWith(folder + sep)) throw new Error(`${place}: ${path} lies outside of the folder of the cases`);
  if (!existsSync(full)) throw new Error(`${place}: ${path} is not there`);
}

/** The cases that `--only` names: an id, an area, or the letter of one. */
export function chooseCases(cases: readonly HardCase[], only: string): readonly HardCase[] {
  if (only === '') return cases;
  const chosen = cases.filter(({ id, area }) => id === only || area === only || area.startsWith(`${only}-`));
  if (chosen.length === 0) throw new Error(`no case and no area is called "${only}"`);
  return chosen;
}
