import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { fixture } from '../kernel/support/cuda-kernel.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { editedCell } from './edit-page.ts';
import { cell, useLivePages, type LiveSite } from './live-site.ts';

const CELL = 'hello-grid';
const PROGRAM = ['#include <cstdio>', 'int main() {', '  std::puts("printed by the program");', '  return 0;', '}'].join('\n');

/** Runs the program, its last argument, and writes what the real tool wrote of one of the same name on an H200. */
const tool = (recorded: string): string => `#!/bin/bash
while [ "$1" != --log-file ]; do shift; done
cp ${JSON.stringify(recorded)} "$2"
"$3"
`;

/** The tools stand first on the PATH of the server that the tests start. */
const before = process.env['PATH'] ?? '';
const folder = await mkdtemp(join(tmpdir(), 'warpnotes-tools-'));
await mkdir(join(folder, 'bin'));
for (const [name, log] of [['compute-sanitizer', 'memcheck.log'], ['ncu', 'ncu.log']] as const) {
  const recorded = join(folder, log);
  await writeFile(recorded, fixture(`tools/${log}`).replaceAll('memcheck.cu', `${CELL}.cu`));
  await writeFile(join(folder, 'bin', name), tool(recorded), { mode: 0o755 });
}
process.env['PATH'] = `${join(folder, 'bin')}${delimiter}${before}`;
afterAll(async () => {
  process.env['PATH'] = before;
  await rm(folder, { recursive: true });
});

let page: Page;
let live: LiveSite;
useLivePages((opened) => { ({ page, site: live } = opened); });

/** By axe, in both schemes. */
async function expectAccessible(): Promise<void> {
  for (const [theme, at] of [['light', 'all'], ['dark', 'colours']] as const) {
    await page.evaluate((name) => { document.documentElement.dataset['theme'] = name; }, theme);
    expect(await axeViolations(page, { within: `run-cell[data-cell="${CELL}"]`, at }), theme).toEqual([]);
  }
}

it.each([
  ['', 'Run hello-grid under a tool', 'Invalid __global__ write of size 4 bytes'],
  ['/zh-cn', '用工具运行 hello-grid', '越界'],
])('a program is checked and profiled by keyboard alone, at "%s/"', { timeout: 120_000 }, async (prefix, group, finding) => {
  await page.goto(`${live.site.origin}${prefix}/cuda/first-kernel/`);
  const edited = editedCell(page, CELL);
  await edited.write(PROGRAM);
  await page.keyboard.press('Escape');

  const offer = edited.root.locator('.cell-check');
  const tools = page.getByRole('group', { name: group });
  await offer.press('Enter');
  await tools.locator('[data-tool=memcheck]:focus').waitFor();
  await expectAccessible();
  await page.keyboard.press('Tab');
  await tools.locator('[data-tool=racecheck]:focus').waitFor();
  await page.keyboard.press('Escape');
  await tools.waitFor({ state: 'detached' });
  await edited.root.locator('.cell-check:focus').waitFor();

  await page.keyboard.press('Enter');
  await tools.locator('[data-tool=memcheck]:focus').press('Enter');
  await cell(page, CELL).live.getByText('printed by the program').waitFor({ timeout: 60_000 });
  const mark = edited.root.locator('.cm-editor .cell-mark', { hasText: finding });
  await mark.waitFor();
  expect(await mark.locator('xpath=../preceding-sibling::*[1]').innerText()).toContain('return 0;');
  await expectAccessible();

  await offer.press('Enter');
  await tools.locator('[data-tool=memcheck]:focus').waitFor();
  await tools.locator('[data-tool=ncu]').press('Enter');
  await cell(page, CELL).live.getByRole('table').waitFor({ timeout: 60_000 });
  await mark.waitFor({ state: 'detached' }); // what another run found
  await expectAccessible();
});
