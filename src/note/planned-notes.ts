import { join } from 'node:path';
import { z } from 'zod';
import { FileCache } from './file-cache.ts';
import { parseYamlList } from './yaml.ts';

const plannedNote = z.strictObject({ id: z.string(), order: z.number().int(), en: z.string(), 'zh-cn': z.string() });

/** A note that the site has or will have, with its titles. */
export type PlannedNote = z.infer<typeof plannedNote>;

/** From the root of the project. */
export const PLAN_FILE = 'notes/planned.yaml';

const cache = new FileCache<readonly PlannedNote[]>();

/** The plan of the site (notes/planned.yaml), in reading order. Throws a NoteError at the item that is wrong. */
export async function loadPlannedNotes(root: string): Promise<readonly PlannedNote[]> {
  return cache.get(join(root, PLAN_FILE), (text) => parseYamlList(text, PLAN_FILE, plannedNote).map(({ value }) => value));
}
