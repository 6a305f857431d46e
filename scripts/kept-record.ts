import { readFile } from 'node:fs/promises';
import type { z } from 'zod';

/** What a file of JSON says; undefined where it is not there or not whole: a disk that was full, or a kill, leaves one cut off. */
export async function keptRecord<T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // it is made anew
  }
}
