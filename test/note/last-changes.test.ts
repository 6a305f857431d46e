import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastChanges, loadLastChanges } from '../../src/note/last-changes.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'last-changes-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function git(root: string, date: string, ...args: readonly string[]): void {
  const names = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.org', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.org' };
  execFileSync('git', args, { cwd: root, env: { ...process.env, ...names, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }, stdio: 'pipe' });
}

/** A repository whose notes `old` and `new` were committed on the first and the third of May. */
async function repository(): Promise<string> {
  const root = join(folder, 'site');
  await mkdir(join(root, 'notes/cuda'), { recursive: true });
  git(root, '2026-05-01T12:00:00Z', 'init', '-q');
  await commit(root, 'notes/cuda/old.mdx', 'one', '2026-05-01T12:00:00Z');
  await commit(root, 'notes/cuda/新.mdx', 'one', '2026-05-02T12:00:00Z');
  await commit(root, 'notes/cuda/new.mdx', 'one', '2026-05-03T12:00:00Z');
  return root;
}

async function commit(root: string, file: string, text: string, date: string): Promise<void> {
  await writeFile(join(root, file), text);
  git(root, date, 'add', '.');
  git(root, date, 'commit', '-q', '-m', 'a change');
}

const known = async (root: string) => [...(await loadLastChanges(root, ['notes']))].map(([file, date]) => `${file} ${date.toISOString().slice(0, 10)}`).toSorted();

describe('loadLastChanges', () => {
  it('has the day of the last commit of each file, whatever letters are in its name', async () => {
    const root = await repository();
    await commit(root, 'notes/cuda/old.mdx', 'two', '2026-05-04T12:00:00Z');
    expect(await known(root)).toEqual(['notes/cuda/new.mdx 2026-05-03', 'notes/cuda/old.mdx 2026-05-04', 'notes/cuda/新.mdx 2026-05-02']);
  });

  it('says nothing of files that are as old as the end of a shallow clone', async () => {
    const root = await repository();
    const clone = join(folder, 'clone');
    git(folder, '2026-05-05T12:00:00Z', 'clone', '-q', '--depth', '2', `file://${root}`, clone);
    expect(await known(clone)).toEqual(['notes/cuda/new.mdx 2026-05-03']);
  });

  it('finds the files of a project in a folder of a repository', async () => {
    const root = await repository();
    await mkdir(join(root, 'docs/notes'), { recursive: true });
    await commit(root, 'docs/notes/inner.mdx', 'one', '2026-05-06T12:00:00Z');
    expect(await known(join(root, 'docs'))).toEqual(['notes/inner.mdx 2026-05-06']);
  });

  it('says nothing where there is no repository', async () => {
    await mkdir(join(folder, 'notes'));
    expect(await known(folder)).toEqual([]);
  });
});

it('keeps the newest date where branches were merged out of order', () => {
  const [a, b] = ['a'.repeat(40), 'b'.repeat(40)];
  const log = `commit ${a} 100\n\nnotes/x.mdx\ncommit ${b} 200\n\nnotes/x.mdx\n`;
  expect(lastChanges(log, new Set())).toEqual(new Map([['notes/x.mdx', new Date(200_000)]]));
  expect(lastChanges(log, new Set([b]))).toEqual(new Map([['notes/x.mdx', new Date(100_000)]]));
});
