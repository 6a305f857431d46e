import { z } from 'zod';
import { readYamlFile } from './yaml-file.ts';

const plannedNote = z.strictObject({ id: z.string(), order: z.number().int(), en: z.string(), 'zh-cn': z.string() });

/** A note that the site has or will have, with its titles. */
export type PlannedNote = z.infer<typeof plannedNote>;

/** The plan of the site (notes/planned.yaml), in reading order. Throws with the field that is wrong. */
export async function loadPlannedNotes(root: string): Promise<readonly PlannedNote[]> {
  return readYamlFile(root, 'notes/planned.yaml', z.array(plannedNote));
}
