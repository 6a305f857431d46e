import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { buildServiceWorker } from '../../src/offline/build-service-worker.ts';
import { projectRoot } from './project-root.ts';

/** A copy of the built site, for a test to change or to keep small. The caller removes it. */
export interface SiteCopy {
  readonly directory: string;
  remove(): Promise<void>;
}

/** What no page of a test asks for, and what a worker would store all the same. */
const LEFT_OUT = /^(?:compiler|downloads|notebooks|previews)\/|\.md$/u;
/** Pages that the others need: documents of frames, and the one for what there is not. */
const NEEDED = /^(?:404\.html|output-frame\/)/u;

/**
 * A copy of the built site with few pages, and a worker that stores no others: a browser that stores all of them is busy with that for
 * seconds, whatever the test is about.
 * @param pages from the site's root, with a slash at both ends
 */
export async function copySite(pages: readonly string[]): Promise<SiteCopy> {
  await mkdir(join(projectRoot, '.warpnotes'), { recursive: true });
  const directory = await mkdtemp(join(projectRoot, '.warpnotes', 'copy-'));
  const dist = join(projectRoot, 'dist');
  const isKept = (path: string): boolean => {
    if (NEEDED.test(path)) return true;
    return path.endsWith('.html') ? pages.includes(`/${path.replace(/index\.html$/u, '')}`) : !LEFT_OUT.test(path);
  };
  await cp(dist, directory, { recursive: true, filter: (source) => isKept(relative(dist, source).replaceAll('\\', '/')) });
  await buildServiceWorker(directory, '/');
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}
