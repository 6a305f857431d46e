import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** When a page was first published and last changed, as ISO 8601 says it (`2026-11-30T19:22:05+00:00`). */
export interface PageDates {
  readonly published: string;
  readonly changed: string;
}

const run = promisify(execFile);
const known = new Map<string, Promise<ReadonlyMap<string, PageDates>>>();

/**
 * The dates of all files under notes/ by their commits, from one call of git. Empty where there is no history to read: no
 * repository, no git, or a shallow clone, whose first commit is none.
 */
export function loadPageDates(root: string): Promise<ReadonlyMap<string, PageDates>> {
  const found = known.get(root) ?? readPageDates(root);
  known.set(root, found);
  return found;
}

async function readPageDates(root: string): Promise<ReadonlyMap<string, PageDates>> {
  const git = async (...args: readonly string[]): Promise<string> => (await run('git', [...args], { cwd: root, maxBuffer: 2 ** 28 })).stdout;
  try {
    if ((await git('rev-parse', '--is-shallow-repository')).trim() !== 'false') return new Map();
    return parseLog(await git('log', '--format=%x00%cI', '--name-only', '--relative', '-z', '--', 'notes'));
  } catch {
    return new Map(); // dates are left out of the pages
  }
}

/** Commits from the newest to the oldest, each a date and the files that it changed, all ended by NUL. */
function parseLog(log: string): ReadonlyMap<string, PageDates> {
  const dates = new Map<string, PageDates>();
  let date = '';
  for (const word of log.split('\0').map((each) => each.trim())) {
    if (/^\d{4}-\d\d-\d\dT/u.test(word)) date = word;
    else if (word !== '') dates.set(word, { changed: dates.get(word)?.changed ?? date, published: date });
  }
  return dates;
}
