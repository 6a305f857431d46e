import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeNotebook } from '../../src/notebook/write-notebook.ts';
import { temporaryRoot } from '../scripts/temporary-root.ts';

it('writes below notebooks/, over an older file, and says where', async () => {
  const root = await temporaryRoot();
  expect(await writeNotebook(root, 'cuda/a b#?.ipynb', '1')).toBe('notebooks/cuda/a b#?.ipynb');
  await writeNotebook(root, 'cuda/a b#?.ipynb', '2');
  expect(await readFile(join(root, 'notebooks/cuda/a b#?.ipynb'), 'utf8')).toBe('2');
});

it('writes nowhere else: not by a name, not through a folder that is a link, not through a link that waits for the new file', async () => {
  const root = await temporaryRoot();
  await mkdir(join(root, 'notebooks/os'), { recursive: true });
  await mkdir(join(root, 'outside'));
  await writeFile(join(root, 'outside/kept'), 'kept');
  await symlink(join(root, 'outside'), join(root, 'notebooks/cuda'));
  await symlink(join(root, 'outside/kept'), join(root, 'notebooks/os/a.ipynb.part'));
  await expect(writeNotebook(root, '../outside/kept', 'x')).rejects.toThrow('"../outside/kept" cannot be the name of a notebook: a name begins with a dot');
  await expect(writeNotebook(root, 'cuda/kept', 'x')).rejects.toThrow('leads out of');
  await writeNotebook(root, 'os/a.ipynb', 'x');
  expect(await readFile(join(root, 'outside/kept'), 'utf8')).toBe('kept');
});
