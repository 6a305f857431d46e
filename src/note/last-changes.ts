import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/** When files were last changed, by their path from the project's root. */
export type LastChanges = ReadonlyMap<string, Date>;

const run = promisify(execFile);
const MAX_BYTES = 256 * 2 ** 20;

/**
 * When the files in some folders of a project were last committed. Files that git does not know have no date, and so has every
 * file where there is no git. A shallow clone ends in commits that seem to add all files: of what is no newer, nothing is known.
 */
export async function loadLastChanges(root: string, folders: readonly string[]): Promise<LastChanges> {
  try {
    const [log, boundary] = await Promise.all([
      run('git', ['-c', 'core.quotePath=false', 'log', '--format=commit %H %ct', '--name-only', '--relative', '--', ...folders], { cwd: root, maxBuffer: MAX_BYTES }),
      shallowCommits(root),
    ]);
    return lastChanges(log.stdout, boundary);
  } catch (error) {
    if (isWithoutGit(error)) return new Map();
    throw error;
  }
}

/** Reads `git log --format='commit %H %ct' --name-only`, newest first. @param boundary commits whose parents a clone lacks */
export function lastChanges(log: string, boundary: ReadonlySet<string>): LastChanges {
  const changes = new Map<string, Date>();
  let date: Date | null = null;
  for (const line of log.split('\n')) {
    const commit = /^commit ([0-9a-f]{40,64}) (\d+)$/u.exec(line);
    if (commit?.[1] !== undefined) date = boundary.has(commit[1]) ? null : new Date(Number(commit[2]) * 1000);
    else if (line !== '' && date !== null && date > (changes.get(line) ?? 0)) changes.set(line, date);
  }
  return changes;
}

async function shallowCommits(root: string): Promise<ReadonlySet<string>> {
  const { stdout } = await run('git', ['rev-parse', '--git-path', 'shallow'], { cwd: root });
  const text = await readFile(resolve(root, stdout.trim()), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  return new Set(text.split('\n').filter((line) => line !== ''));
}

/** No git on this machine, or no repository with a commit here. */
function isWithoutGit(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 128);
}
