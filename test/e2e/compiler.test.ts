import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeViolations } from '../support/axe-violations.ts';
import { editedCell } from './edit-page.ts';
import { cell, useLivePages, type LiveSite } from './live-site.ts';

let page: Page;
let live: LiveSite;
useLivePages((opened) => { ({ page, site: live } = opened); });

const KERNEL = ['__global__ void twice(float *p) {', '  p[threadIdx.x] *= 2.0f;', '}', 'int main() {}'].join('\n');

it('shows recorded errors below their lines, with the cure, without JavaScript', async () => {
  const plain = await page.context().browser()?.newContext({ javaScriptEnabled: false });
  const still = await plain?.newPage();
  if (!still) throw new Error('there is no browser');
  await still.goto(`${live.site.origin}/cuda/shared-memory-tiling/`);
  const mark = still.locator('.ec-line:has(> .cell-mark)').first();
  await mark.scrollIntoViewIfNeeded(); // far from the screen code is not drawn, and has no inner text
  await expect.poll(() => mark.innerText()).toMatch(/tooBig[^]*uses too much shared data[^]*Static shared memory ends at 48 KiB/u);
  await plain?.close();
});

it('opens what is recorded, leads from instructions to lines and back by keyboard, and is accessible', { timeout: 120_000 }, async () => {
  await page.goto(`${live.site.origin}/cuda/bank-conflicts/`);
  const panel = page.locator('.cell-compiler').first();
  await panel.locator('summary').press('Enter');
  const code = panel.locator('.compiler-code');
  await code.focus();
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('ArrowDown');
  const line = await panel.locator('.compiler-code [aria-selected=true]').getAttribute('data-line');
  expect(Number(line)).toBeGreaterThan(0);
  expect(await panel.locator('.compiler-source .compiler-lit').getAttribute('data-line')).toBe(line);
  expect(await page.locator('run-cell .ec-line.compiler-lit').count()).toBe(1);

  await panel.locator('.compiler-source').focus();
  await page.keyboard.press('End');
  const last = await panel.locator('.compiler-source [aria-selected=true]').getAttribute('data-line');
  expect(await panel.locator('.compiler-code .compiler-lit').first().getAttribute('data-line')).toBe(last);

  await panel.locator('input[type=search]').fill('LDS');
  expect(await panel.locator('.compiler-code [role=option]:visible').allInnerTexts()).toEqual(expect.arrayContaining([expect.stringContaining('LDS')]));
  expect(await axeViolations(page, { within: 'run-cell:has(.cell-compiler[open])' })).toEqual([]);
  await panel.locator('.compiler-forms [role=tab]').first().press('End');
  await panel.locator('.compiler-stage', { hasText: 'ptxas' }).click();
  expect(await panel.locator('.compiler-command').innerText()).toMatch(/^ptxas -arch=sm_90/u);
  expect(await axeViolations(page, { within: 'run-cell:has(.cell-compiler[open])' })).toEqual([]);
});

it('marks an error of an edited cell in the editor, and compares two compilations', { timeout: 240_000 }, async () => {
  await page.goto(`${live.site.origin}/cuda/first-kernel/`);
  const id = await page.locator('run-cell[data-language=cuda]').first().getAttribute('data-cell') ?? '';
  const edited = editedCell(page, id);
  await edited.write(KERNEL.replace('2.0f', 'factor'));
  await page.keyboard.press('Control+Enter');
  await cell(page, id).reaches('error', 120_000);
  const mark = edited.root.locator('.cm-editor .cell-mark');
  expect(await mark.innerText()).toContain('identifier "factor" is undefined');
  expect(await mark.locator('xpath=../preceding-sibling::*[1]').innerText()).toContain('*= factor');
  await edited.write(KERNEL);
  expect(await mark.count()).toBe(0);

  const panel = edited.root.locator('.cell-compiler');
  await panel.locator('summary').click();
  await panel.locator('[name=flags]').fill('-arch=sm_80');
  await panel.locator('[name=other]').fill('-arch=sm_90');
  await panel.locator('.compiler-ask button').click();
  await panel.locator('.compiler-left, .compiler-right').first().waitFor({ timeout: 120_000 });
  expect(await panel.locator('.compiler-from').innerText()).toMatch(/-arch=sm_80[^]*-arch=sm_90/u);
  await panel.locator('.compiler-forms [role=tab]').nth(2).click();
  expect(await panel.locator('.compiler-table tr').first().innerText()).toMatch(/sm_80[^]*sm_90/u);
});
