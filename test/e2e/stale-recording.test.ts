import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSmallSite, type SmallSite } from '../../scripts/cases/small-site.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { runCommand } from '../../scripts/run-command.ts';
import { startSiteServer } from '../../scripts/site-server.ts';
import { startJupyterServer } from '../kernel/support/jupyter-server.ts';
import { copyProject } from '../support/project-copy.ts';
import { projectRoot } from '../support/project-root.ts';
import { knownReader } from './live-site.ts';

const NOTE = 'notes/cuda/bank-conflicts.mdx';

/** A notebook of a reader's, whose saved output is not what its code prints. */
const NOTEBOOK = {
  nbformat: 4, nbformat_minor: 5, metadata: { kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' } },
  cells: [
    { cell_type: 'markdown', id: 'title', metadata: {}, source: '# Greeting' },
    { cell_type: 'code', id: 'word', metadata: {}, execution_count: 1, source: 'word = "hello "', outputs: [] },
    {
      cell_type: 'code', id: 'twice', metadata: {}, execution_count: 2, source: 'print(word * 2)',
      outputs: [{ output_type: 'stream', name: 'stdout', text: 'saved long ago\n' }],
    },
  ],
};

let root: string;
let edited: string;
let line: number;
let small: SmallSite;

/** A copy of the project in which one character of a recorded cell was edited, and a site with the same note and a notebook. */
beforeAll(async () => {
  root = await copyProject('stale');
  const text = await readFile(join(root, NOTE), 'utf8');
  edited = text.replace('constexpr int STEPS = 1024;', 'constexpr int STEPS = 2048;');
  if (edited === text) throw new Error('the stride sweep has no STEPS of 1024: this test edits it');
  line = text.slice(0, text.indexOf('```cuda run id=stride-sweep')).split('\n').length;
  await writeFile(join(root, NOTE), edited);
  small = await buildSmallSite(projectRoot, '/', 'https://notes.example', { [NOTE]: edited, 'notebooks/mine/greeting.ipynb': JSON.stringify(NOTEBOOK) });
});

afterAll(async () => {
  await small.remove();
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
  for (const [path, words] of [['cuda', 'Not recorded for this version'], ['zh-cn/cuda', '当前版本的代码尚未录制']] as const) {
    const html = await readFile(join(small.directory, path, 'bank-conflicts/index.html'), 'utf8');
    expect(html).toContain(words);
    expect(html).not.toMatch(/stride 32: 3[12]\.\d+ cycles/u);
  }
});

it('runs the cells of a notebook of anyone’s, after those above, and search can be asked for notebooks alone', async () => {
  await using ends = new AsyncDisposableStack();
  let server: KernelServer | null = null;
  const site = await startSiteServer({ directory: small.directory, base: '/', port: 0, localKernel: () => server });
  ends.defer(() => site.stop());
  const kernel = await startJupyterServer(site.origin);
  ends.defer(() => kernel.stop());
  server = kernel;
  const browser = await launchChromium();
  ends.defer(() => browser.close());
  const context = await browser.newContext({ serviceWorkers: 'block', ...knownReader({ site, kernel, stop: () => Promise.resolve() }) });
  const page = await context.newPage();
  await page.goto(`${site.origin}/search/?topic=notebooks`);
  await page.getByRole('link', { name: /Greeting/u }).first().click();
  const cell = page.locator('run-cell').last();
  await cell.locator('.cell-run').click();
  await cell.and(page.locator('[data-state=ok]')).waitFor({ timeout: 60_000 });
  expect(await cell.locator('.cell-live').innerText()).toContain('hello hello');
  expect(await page.locator('run-cell').first().getAttribute('data-state')).toBe('ok');
  await cell.getByRole('tab').last().click();
  expect(await cell.locator('.cell-recorded').innerText()).toContain('saved long ago');
});
