import { existsSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { problemAt, type Problem } from '../src/notebook/problem.ts';
import { PageScale, type PageWeight } from './page-weight.ts';

/** What a page may make a browser load before the first run of a cell, in bytes of gzip without fonts. */
export const PAGE_BUDGET = {
  js: 20_000,
  /** HTML, CSS and JavaScript. */
  all: 90_000,
  /** The page of all figures, which is one for their sake. */
  figures: 108_500,
  /** JavaScript that the first run of a Python cell loads besides, with the cells' script, the comparison after it, and the helper. */
  firstRun: 60_000,
} as const;

export interface BuiltPages {
  /** Null where there is no built site to look at. */
  readonly pages: number | null;
  readonly problems: readonly Problem[];
}

/** Holds all pages of `dist/` against the budget. */
export async function weighBuiltPages(root: string): Promise<BuiltPages> {
  const directory = join(root, 'dist');
  if (!existsSync(join(directory, 'index.html'))) return { pages: null, problems: [] };
  const scale = new PageScale(directory);
  const pages = (await Array.fromAsync(glob('**/*.html', { cwd: directory }))).filter((page) => !page.startsWith('output-frame/')).toSorted();
  const problems: Problem[] = [];
  for (const page of pages) problems.push(...overBudget(`dist/${page}`, await scale.weigh(page)));
  return { pages: pages.length, problems };
}

/** What is too heavy about a page, and what to look at. */
export function overBudget(file: string, { html, css, js }: PageWeight): readonly Problem[] {
  const all = html + css + js;
  const limit = file.endsWith('/figures/index.html') ? PAGE_BUDGET.figures : PAGE_BUDGET.all;
  const say = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
  return [
    ...(js > PAGE_BUDGET.js
      ? [problemAt(file, null, `loads ${say(js)} of JavaScript before the first run, ${say(PAGE_BUDGET.js)} are allowed (gzip)`, 'load what is not needed at once with import(), or build again if the sources have changed')]
      : []),
    ...(all > limit
      ? [problemAt(file, null, `loads ${say(all)} before the first run (HTML ${say(html)}, CSS ${say(css)}, JavaScript ${say(js)}), ${say(limit)} are allowed (gzip)`, 'give outputs and figures less markup or cut the note in two, or build again if the sources have changed')]
      : []),
  ];
}
