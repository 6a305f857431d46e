import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { BANKS, editedCell, NOTE } from './edit-page.ts';
import { cell, type LiveSite, useLivePages } from './live-site.ts';

let live: LiveSite;
let context: BrowserContext;
let page: Page;

useLivePages((opened) => { ({ site: live, context, page } = opened); });

async function open(path: string): Promise<void> {
  await page.goto(live.site.origin + path);
}

describe('an edited cell', () => {
  it('runs as it is shown with Ctrl+Enter, and Shift+Enter goes on to the next', async () => {
    await open(BANKS);
    await editedCell(page, 'bank-map').write('print(6 * 7)');
    expect(await editedCell(page, 'bank-map').status()).toBe('edited');
    expect(await cell(page, 'bank-map').root.locator('.cell-of-original').isVisible()).toBe(true);
    await page.keyboard.press('Control+Enter');
    await cell(page, 'bank-map').reaches('ok');
    expect((await cell(page, 'bank-map').live.innerText()).trim()).toBe('42');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('print("again")');
    await page.keyboard.press('Shift+Enter');
    await cell(page, 'bank-map').live.getByText('again').waitFor();
    expect(await editedCell(page, 'bank-map').code()).toBe('print("again")');
    const focused = await page.evaluate(() => document.activeElement?.closest('run-cell')?.getAttribute('data-cell'));
    expect(focused).toBe('stride-sweep');
  });

  it('runs again before a cell that depends on it', async () => {
    await open(BANKS);
    await editedCell(page, 'bank-map').write('print("first")');
    await page.keyboard.press('Control+Enter');
    await cell(page, 'bank-map').reaches('ok');
    await editedCell(page, 'bank-map').write('raise SystemError("second")');
    await cell(page, 'sweep-plot').run();
    await cell(page, 'bank-map').reaches('error');
  });

  it('is completed and explained by the kernel, behind characters of two UTF-16 units too', async () => {
    await open(BANKS);
    await editedCell(page, 'bank-map').write('name_of_a_bank = "🏦"');
    await page.keyboard.press('Control+Enter');
    await cell(page, 'bank-map').reaches('ok');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('"🏦🏦"; name_of_a');
    await page.keyboard.press('Control+Space');
    await page.locator('.cm-tooltip-autocomplete li', { hasText: 'name_of_a_bank' }).first().click();
    await page.keyboard.type('.upp');
    await page.locator('.cm-tooltip-autocomplete li', { hasText: 'upper' }).first().click();
    expect(await editedCell(page, 'bank-map').code()).toMatch(/^"🏦🏦"; name_of_a_bank\.upper/u);
    await page.keyboard.press('Shift+Tab');
    const told = page.locator('.code-inspection');
    await told.waitFor();
    expect(await told.innerText()).toMatch(/uppercase/u);
    expect(await told.innerText()).not.toMatch(/\u001b|\[0;3/u);
  });

  it('is the original again after Reset, and the edit after Undo reset', async () => {
    await open(BANKS);
    const original = await editedCell(page, 'bank-map').code();
    await editedCell(page, 'bank-map').write('print(1)');
    await editedCell(page, 'bank-map').press('Reset');
    expect([await editedCell(page, 'bank-map').code(), await editedCell(page, 'bank-map').status()]).toEqual([original, '']);
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('cell-undo');
    await editedCell(page, 'bank-map').press('Undo reset');
    expect([await editedCell(page, 'bank-map').code(), await editedCell(page, 'bank-map').status()]).toEqual(['print(1)', 'edited']);
    expect(await cell(page, 'bank-map').root.locator('.cell-undo').isVisible()).toBe(false);
  });

  it('is kept over a reload and in the other language, in the colours of the lines that are the note’s', async () => {
    await open(BANKS);
    await editedCell(page, 'bank-map').write('from math import gcd\n\nprint(gcd(6, 4))');
    await open(`/zh-cn${BANKS}`);
    await editedCell(page, 'bank-map').restored('已修改');
    expect([await editedCell(page, 'bank-map').code(), await editedCell(page, 'bank-map').status()]).toEqual(['from math import gcd\n\nprint(gcd(6, 4))', '已修改']);
    const { root } = cell(page, 'bank-map');
    expect(await root.locator('.cm-editor').count()).toBe(0);
    expect(await root.locator('.cell-changed').allTextContents()).toEqual(['print(gcd(6, 4))']);
    await root.locator('.cell-run').click();
    await cell(page, 'bank-map').reaches('ok');
    expect((await cell(page, 'bank-map').live.innerText()).trim()).toBe('2');
    await root.locator('.cell-reset').click();
    await page.reload();
    expect(await editedCell(page, 'bank-map').status()).toBe('');
  });

  it('is not lost when the note changes under it: the reader is told, and can have the new code', async () => {
    await open(BANKS);
    const original = await editedCell(page, 'bank-map').code();
    await editedCell(page, 'bank-map').write('print(1)');
    await page.evaluate((key) => { localStorage.setItem(key, JSON.stringify({ text: 'print(1)', digest: 'of another version' })); }, `warpnotes:edit:${NOTE}:bank-map`);
    await page.reload();
    await editedCell(page, 'bank-map').restored();
    expect(await editedCell(page, 'bank-map').notice.innerText()).toContain('has changed since you edited');
    expect(await editedCell(page, 'bank-map').code()).toBe('print(1)');
    await editedCell(page, 'bank-map').press('Take the new code');
    expect(await editedCell(page, 'bank-map').code()).toBe(original);
    await editedCell(page, 'bank-map').press('Undo reset');
    await editedCell(page, 'bank-map').press('Stay with my edit');
    await page.reload();
    await editedCell(page, 'bank-map').restored();
    expect([await editedCell(page, 'bank-map').code(), await editedCell(page, 'bank-map').notice.innerText()]).toEqual(['print(1)', '']);
  });

  it('says where the browser keeps nothing, and goes on', async () => {
    await page.addInitScript(() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; });
    await open(BANKS);
    await editedCell(page, 'bank-map').write('print(1)');
    expect(await editedCell(page, 'bank-map').notice.innerText()).toContain('lives in this page only');
    expect(await editedCell(page, 'bank-map').code()).toBe('print(1)');
  });

  it('is the same in two tabs', async () => {
    await open(BANKS);
    const other = await context.newPage();
    await other.goto(live.site.origin + BANKS);
    await editedCell(page, 'bank-map').write('print("both")');
    await other.locator('run-cell[data-cell=bank-map] .cell-changed', { hasText: 'print("both")' }).waitFor();
  });
});
