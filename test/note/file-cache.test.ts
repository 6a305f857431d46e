import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileCache } from '../../src/note/file-cache.ts';
import { temporaryRoot } from '../scripts/temporary-root.ts';

it('makes something of a file once, again when the file has changed, and not when it is gone', async () => {
  const file = join(await temporaryRoot(), 'a.txt');
  const cache = new FileCache<string>();
  const made: string[] = [];
  const get = () => cache.get(file, (text) => {
    made.push(text);
    return text.toUpperCase();
  });
  await writeFile(file, 'one');
  expect([await get(), await get()]).toEqual(['ONE', 'ONE']);
  await writeFile(file, 'two');
  await utimes(file, new Date(), new Date(Date.now() + 10_000));
  expect([await get(), await get()]).toEqual(['TWO', 'TWO']);
  expect(made).toEqual(['one', 'two']);
  await rm(file);
  await expect(get()).rejects.toMatchObject({ code: 'ENOENT' });
});
