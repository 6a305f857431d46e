import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file of a project that is not there yet. */
export interface NewFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Writes files, or none of them. Throws an Error that names those that exist already; nothing is ever overwritten. */
export async function writeNewFiles(root: string, files: readonly NewFile[]): Promise<void> {
  const present = await Promise.all(files.map(({ path }) => access(join(root, path)).then(() => [path], () => [])));
  const taken = present.flat();
  if (taken.length > 0) throw new Error(`nothing was written, since this is there already: ${taken.join(', ')}. Choose another slug, or remove it first.`);
  const written: string[] = [];
  try {
    for (const { path, content } of files) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content, { flag: 'wx' });
      written.push(path);
    }
  } catch (error) {
    for (const path of written) await rm(join(root, path));
    throw error;
  }
}
