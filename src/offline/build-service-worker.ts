import { build } from 'esbuild';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FILE_LIST, precacheEntry, precacheManifest } from './precache-manifest.ts';

/**
 * Writes `sw.js` into a built site, with a manifest of all that lies there now, and the list of it for readers.
 * @param directory the build's output
 * @param base the site's base path, with a slash at its end
 * @param serverPath a path of the host behind which a kernel server answers, with a slash at both ends; empty for none
 * @returns how many files the worker keeps
 */
export async function buildServiceWorker(directory: string, base: string, serverPath = ''): Promise<number> {
  const files = await precacheManifest(directory, base);
  const list = JSON.stringify(files);
  await writeFile(join(directory, FILE_LIST), list);
  const manifest = [...files, precacheEntry(base + FILE_LIST, list)].map(({ url, revision }) => ({ url, revision }));
  await build({
    entryPoints: [fileURLToPath(new URL('./service-worker.ts', import.meta.url))],
    outfile: join(directory, 'sw.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: {
      __PRECACHE__: JSON.stringify(manifest),
      __SERVER_PATH__: JSON.stringify(serverPath),
      __NOT_FOUND__: JSON.stringify(`${base}404.html`),
      'process.env.NODE_ENV': '"production"',
    },
  });
  return manifest.length;
}
