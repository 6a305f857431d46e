import { load as parseYaml } from 'js-yaml';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const plannedNote = z.strictObject({ id: z.string(), order: z.number().int(), en: z.string(), 'zh-cn': z.string() });

/** A note that the site has or will have, with its titles. */
export type PlannedNote = z.infer<typeof plannedNote>;

/** The plan of the site (notes/planned.yaml), in reading order. Throws with the field that is wrong. */
export async function loadPlannedNotes(root: string): Promise<readonly PlannedNote[]> {
  const result = z.array(plannedNote).safeParse(parseYaml(await readFile(join(root, 'notes/planned.yaml'), 'utf8')));
  if (!result.success) throw new Error(`notes/planned.yaml: ${z.prettifyError(result.error)}`, { cause: result.error });
  return result.data;
}
