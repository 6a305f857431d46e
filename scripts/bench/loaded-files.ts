import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

export type FileKind = 'html' | 'js' | 'css';

/** A file that a page has loaded. */
export interface LoadedFile {
  readonly url: string;
  readonly kind: FileKind;
  /** At level 9, whatever the server sent. */
  readonly gzipBytes: number;
}

const KINDS: Readonly<Record<string, FileKind>> = {
  'text/html': 'html',
  'text/css': 'css',
  'text/javascript': 'js',
  'application/javascript': 'js',
};

/** Watches what a page loads. Call it before the page goes anywhere. */
export function watchLoadedFiles(page: Page): () => Promise<readonly LoadedFile[]> {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  return async () => {
    const files = await Promise.all(responses.map(loadedFile));
    const loaded = files.filter((file) => file !== null);
    // A preload and the use of it are two requests for one file.
    return [...new Map(loaded.map((file) => [file.url, file])).values()];
  };
}

/** Null for redirects, failures and what is neither markup, style nor script. */
async function loadedFile(response: Response): Promise<LoadedFile | null> {
  const kind = KINDS[response.headers()['content-type']?.split(';')[0]?.trim() ?? ''];
  if (kind === undefined || response.status() !== 200) return null;
  return { url: response.url(), kind, gzipBytes: gzipSync(await response.body(), { level: 9 }).length };
}

/** Bytes of the files of some kinds, each compressed by itself. */
export function gzipTotal(files: readonly LoadedFile[], ...kinds: readonly FileKind[]): number {
  return files.reduce((sum, file) => sum + (kinds.includes(file.kind) ? file.gzipBytes : 0), 0);
}
