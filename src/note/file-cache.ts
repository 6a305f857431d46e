import { readFile, stat } from 'node:fs/promises';

/** What was made of files, by path; made again only when a file has changed. */
export class FileCache<T> {
  readonly #made = new Map<string, { readonly modified: number; readonly value: Promise<T> }>();

  /** Throws where there is no such file, and what `make` throws. */
  async get(path: string, make: (text: string) => T | Promise<T>): Promise<T> {
    const { mtimeMs } = await stat(path);
    const known = this.#made.get(path);
    if (known?.modified === mtimeMs) return known.value;
    const value = readFile(path, 'utf8').then(make);
    this.#made.set(path, { modified: mtimeMs, value });
    return value;
  }
}
