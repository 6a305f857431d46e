import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSmallSite } from '../../scripts/cases/small-site.ts';
import { runCommand } from '../../scripts/run-command.ts';
import { copyProject } from '../support/project-copy.ts';
import { projectRoot } from '../support/project-root.ts';

const NOTE = 'notes/cuda/bank-conflicts.mdx';

let root: string;
let edited: string;
let line: number;

/** A copy of the project in which one character of a recorded cell was edited. */
beforeAll(async () => {
  root = await copyProject('stale');
  const text = await readFile(join(root, NOTE), 'utf8');
  edited = text.replace('constexpr int STEPS = 1024;', 'constexpr int STEPS = 2048;');
  if (edited === text) throw new Error('the stride sweep has no STEPS of 1024: this test edits it');
  line = text.slice(0, text.indexOf('```cuda run id=stride-sweep')).split('\n').length;
  await writeFile(join(root, NOTE), edited);
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

it('makes the check fail and name note and line', async () => {
  const result = await runCommand(process.execPath, ['scripts/check.ts'], { cwd: root, onLine: () => undefined });
  if (result.kind === 'not-started') throw result.error;
  expect(result.code).toBe(1);
  const output = result.lines.join('\n');
  expect(output).toContain(`${NOTE}:${line}: cell stride-sweep: recording stale`);
  // The plot reads the sweep's file, so it is stale with it; the cell before them is not.
  expect(output).toContain('cell sweep-plot: recording stale');
  expect(output).not.toContain('cell bank-map');
});

it('makes the page say so instead of showing the old output', async () => {
  await using ends = new AsyncDisposableStack();
  const small = await buildSmallSite(projectRoot, '/', 'https://notes.example', { [NOTE]: edited });
  ends.defer(() => small.remove());
  for (const [path, words] of [['cuda', 'Not recorded for this version'], ['zh-cn/cuda', '当前版本的代码尚未录制']] as const) {
    const html = await readFile(join(small.directory, path, 'bank-conflicts/index.html'), 'utf8');
    expect(html).toContain(words);
    expect(html).not.toMatch(/stride 32: 3[12]\.\d+ cycles/u);
  }
});
