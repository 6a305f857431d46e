import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FileCache } from './file-cache.ts';
import { parseYamlList } from './yaml.ts';

const bilingual = z.object({ en: z.string().min(1), 'zh-cn': z.string().min(1) });

const erratum = z.strictObject({
  /** The source row that had it, `S0-16`. */
  row: z.string().regex(/^S[01]-\d\d$/u),
  /** The note that corrects it, which may be planned. */
  note: z.string(),
  /** The cell of that note that proves the fact; left out where none can, and until the note is written. */
  cell: z.string().optional(),
  claim: bilingual,
  fact: bilingual,
  source: z.strictObject({ label: z.string(), url: z.url().optional() }),
});
/** A correction, and where it is written. */
export type Erratum = z.infer<typeof erratum> & { readonly file: string; readonly line: number };

const cache = new FileCache<readonly Erratum[]>();

/** All corrections of notes/errata/*.yaml. Throws a NoteError at the item that is wrong. */
export async function loadErrata(root: string): Promise<readonly Erratum[]> {
  const files = (await Array.fromAsync(glob('notes/errata/*.yaml', { cwd: root }))).toSorted();
  const lists = await Promise.all(files.map((file) =>
    cache.get(join(root, file), (text) => parseYamlList(text, file, erratum).map(({ value, line }) => ({ ...value, file, line })))));
  return lists.flat();
}

/** The anchor of each correction on the errata page: its row, and from the second of a row on its number, `S0-16-2`. */
export function erratumAnchors(errata: readonly Erratum[]): ReadonlyMap<Erratum, string> {
  const counts = new Map<string, number>();
  return new Map(errata.map((erratum) => {
    const count = (counts.get(erratum.row) ?? 0) + 1;
    counts.set(erratum.row, count);
    return [erratum, count === 1 ? erratum.row : `${erratum.row}-${count}`];
  }));
}
