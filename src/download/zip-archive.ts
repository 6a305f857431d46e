import { strToU8, zipSync, type ZipAttributes } from 'fflate';

/** A file of an archive. */
export interface ArchiveFile {
  /** A path with forward slashes. */
  readonly name: string;
  readonly text: string;
}

/** Made on Unix, as a file that all may read, and on the earliest date there is: the same files make the same archive. */
const FACTS: ZipAttributes = { os: 3, attrs: (0o100644 << 16) >>> 0, mtime: new Date(1980, 0, 1) };

/** A ZIP archive of text files, in their order and without dates. */
export function zipArchive(files: readonly ArchiveFile[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zipSync(Object.fromEntries(files.map(({ name, text }) => [name, [strToU8(text), FACTS]])), { level: 9 }));
}
