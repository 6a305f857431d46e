import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths of all files below a folder. */
export async function builtFiles(directory: string): Promise<readonly string[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  return found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
}
