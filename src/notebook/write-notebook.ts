import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { filePathProblem } from '../cell/file-name.ts';

/**
 * Writes a file below the project's `notebooks/` and returns its path from the project's root. A crash in the middle leaves
 * the old file. Throws for a name that is not safe everywhere, and where a link leads out of the folder.
 * @param name such as `cuda/bank-conflicts.ipynb`
 */
export async function writeNotebook(root: string, name: string, text: string): Promise<string> {
  const path = await fileInside(join(root, 'notebooks'), name);
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  await rm(part, { force: true });
  // Never through a link that somebody put there.
  await writeFile(part, text, { flag: 'wx' });
  await rename(part, path);
  return relative(root, path).replaceAll('\\', '/');
}

/** The path of a file below a folder, its links followed as far as it exists. Throws where that is outside, or no safe name. */
async function fileInside(folder: string, name: string): Promise<string> {
  const problem = filePathProblem(name);
  if (problem !== undefined) throw new Error(`${JSON.stringify(name)} cannot be the name of a notebook: ${problem}`);
  const path = resolve(folder, name);
  const [real, inside] = await Promise.all([realPath(path), realPath(folder)]);
  if (!real.startsWith(inside + sep)) throw new Error(`${JSON.stringify(name)} leads out of ${folder}: remove the link that it goes through`);
  return path;
}

/** As `realpath`, for a path whose end need not exist yet. */
async function realPath(path: string): Promise<string> {
  return realpath(path).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return join(await realPath(dirname(path)), basename(path));
  });
}
