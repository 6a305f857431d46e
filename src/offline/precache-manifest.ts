import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DOWNLOADS, PREVIEWS } from './downloads-folder.ts';

/** One file of the site: its address and the hash that tells one version from the next. */
export interface PrecacheEntry {
  readonly url: string;
  readonly revision: string;
  /** As it is stored, not as it travels. */
  readonly bytes: number;
}

/** The list of all stored files, at the site's root, for the page that tells readers of them. */
export const FILE_LIST = 'stored-files.json';

/** Old font formats that no browser with service workers asks for, and what is for programs and not for readers. */
const LEFT_OUT = /\.(?:ttf|woff|map|md)$|(?:^|\/)(?:sw\.js|stored-files\.json|(?:robots|llms(?:-full)?)\.txt|(?:rss|sitemap[^/]*)\.xml)$/u;
/** Folders of what is fetched one by one, or by other sites alone. */
const LEFT_OUT_FOLDERS = [DOWNLOADS, PREVIEWS];

/**
 * All files under a built site that must be there offline, ordered by address.
 * @param directory the build's output
 * @param base the site's base path, with a slash at its end
 */
export async function precacheManifest(directory: string, base: string): Promise<readonly PrecacheEntry[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = found.filter((each) => each.isFile()).map((each) => relative(directory, join(each.parentPath, each.name)));
  const kept = paths.map((path) => path.replaceAll('\\', '/')).filter((path) => !LEFT_OUT.test(path) && !LEFT_OUT_FOLDERS.some((folder) => path.startsWith(folder))).toSorted();
  return Promise.all(kept.map(async (path) => {
    return precacheEntry(`${base}${addressOf(path)}`, await readFile(join(directory, path)));
  }));
}

export function precacheEntry(url: string, content: string | Buffer): PrecacheEntry {
  return { url, revision: createHash('sha256').update(content).digest('hex').slice(0, 16), bytes: Buffer.byteLength(content) };
}

/** A file's name as a browser writes it in a request, which is what the service worker looks up. */
function addressOf(path: string): string {
  return new URL(path.replace(/[%?#]/gu, encodeURIComponent), 'http://site.invalid/').pathname.slice(1);
}
