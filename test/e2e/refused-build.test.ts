import { appendFile, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../../scripts/run-command.ts';
import { copyProject } from '../support/project-copy.ts';
import { projectRoot } from '../support/project-root.ts';

const FAULTS = {
  'notes/cuda/bank-conflicts.mdx': ['A set {tid, tid}.', ':7: {tid, tid} is a program for MDX, and is not shown as it stands (write { as \\{ and } as \\}, or use `code`)'],
  'notes/index.mdx': ['See [x](/none/).', ':5: /none/ is no page of the site (link to '],
  'notes/zh-cn/cuda/bank-conflicts.mdx': ['至多 <= 3。', ':5: Unexpected character `=`'],
} as const;

it('refuses the faults of all pages at once, each with file, line, column and a cure, as the check does', async () => {
  const root = await copyProject('refused');
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const lines: string[] = [];
  for (const [file, [text, message]] of Object.entries(FAULTS)) {
    await appendFile(join(root, file), `\n\n${text}\n`);
    lines.push(`${file}:${(await readFile(join(root, file), 'utf8')).trimEnd().split('\n').length}${message}`);
  }
  const astro = join(projectRoot, 'node_modules/astro/bin/astro.mjs');
  for (const args of [[astro, 'build'], ['scripts/check.ts']]) {
    const result = await runCommand(process.execPath, args, { cwd: root, onLine: () => undefined });
    if (result.kind === 'not-started') throw result.error;
    expect(result.code).toBe(1);
    // Nothing of the program stands below what the author has to read.
    expect(result.lines.filter((each) => /^\s+at |[Ss]tack trace/u.test(each))).toEqual([]);
    for (const line of lines) expect(result.lines.filter((each) => each.startsWith(line)), line).toHaveLength(1);
  }
  expect(existsSync(join(root, 'dist'))).toBe(false);
});
