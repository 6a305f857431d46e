import { z } from 'zod';
import { readYamlList } from './yaml-file.ts';

const plannedNote = z.strictObject({ id: z.string(), order: z.number().int(), en: z.string(), 'zh-cn': z.string() });

/** A note that the site has or will have, with its titles. */
export type PlannedNote = z.infer<typeof plannedNote>;

/** From the root of the project. */
export const PLAN_FILE = 'notes/planned.yaml';

/** The plan of the site (notes/planned.yaml), in reading order. Throws a NoteError at the item that is wrong. */
export async function loadPlannedNotes(root: string): Promise<readonly PlannedNote[]> {
  return (await readYamlList(root, PLAN_FILE, plannedNote)).map(({ value }) => value);
}
