import { join } from 'node:path';
import { z } from 'zod';
import { FileCache } from './file-cache.ts';
import { parseYamlList } from './yaml.ts';

const bilingual = z.object({ en: z.string().min(1), 'zh-cn': z.string().min(1) });

const sourceRow = z.strictObject({
  /** `S0-16`: the list and the place in it. */
  row: z.string().regex(/^S[01]-\d\d$/u, 'a source row is S0-01 … S1-26'),
  /** What the entry was about, in our words. */
  about: bilingual,
  /** Ids of the notes that cover it, written or planned. */
  notes: z.array(z.string()).min(1, 'name a note that covers it'),
  /** A word that the corrections must have for each thing that was wrong; empty where nothing was. */
  corrected: z.array(z.string()).default([]),
});
/** An entry of the tutorials that these notes began with, and where it is written. */
export type SourceRow = z.infer<typeof sourceRow> & { readonly line: number };

/** From the root of the project. */
export const SOURCE_ROWS_FILE = 'notes/source-rows.yaml';

const cache = new FileCache<readonly SourceRow[]>();

/** All source rows in order. Throws a NoteError at the item that is wrong. */
export async function loadSourceRows(root: string): Promise<readonly SourceRow[]> {
  return cache.get(join(root, SOURCE_ROWS_FILE), (text) =>
    parseYamlList(text, SOURCE_ROWS_FILE, sourceRow).map(({ value, line }) => ({ ...value, line })));
}
