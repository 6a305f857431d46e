import GithubSlugger from 'github-slugger';
import { join } from 'node:path';
import { z } from 'zod';
import { FileCache } from './file-cache.ts';
import { parseYamlList } from './yaml.ts';

const bilingual = z.object({ en: z.string().min(1), 'zh-cn': z.string().min(1) });

const readingPath = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/u, 'an id has small letters, digits and hyphens'),
  /** The heading that it stands under on its page. */
  title: bilingual,
  /** What the reader can do at the end. */
  goal: bilingual,
  steps: z.array(z.strictObject({
    /** Id of a note, written or planned. */
    note: z.string(),
    /** What the step gives to the path. */
    why: bilingual,
  })).min(1),
});
/** Notes to read one after the other for one aim, and where it is written. */
export type ReadingPath = z.infer<typeof readingPath> & { readonly line: number };

/** From the root of the project. */
const PATHS_FILE = 'notes/paths.yaml';

const cache = new FileCache<readonly ReadingPath[]>();

/** All reading paths in order. Throws a NoteError at the item that is wrong. */
export async function loadReadingPaths(root: string): Promise<readonly ReadingPath[]> {
  return cache.get(join(root, PATHS_FILE), (text) =>
    parseYamlList(text, PATHS_FILE, readingPath).map(({ value, line }) => ({ ...value, line })));
}

/** The anchor of a path's heading on the page of paths. */
export function pathAnchor(title: string): string {
  return new GithubSlugger().slug(title);
}
