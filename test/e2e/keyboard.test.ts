import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { cell, type LiveSite, leavePage, useLivePages } from './live-site.ts';

const CELL = 'run-cell[data-cell="bank-map"]';
/** More stops than any page has before what is looked for. */
const MOST_STOPS = 250;

let live: LiveSite;
let page: Page;

useLivePages((opened) => { ({ site: live, page } = opened); });

/** Presses Tab until an element has the focus, which must then be seen. */
async function tabTo(selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    const focused = page.locator(`${selector}:focus`);
    if (await focused.count() === 0) continue;
    expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle), selector).not.toBe('none');
    return;
  }
  throw new Error(`${MOST_STOPS} presses of ${key} do not reach ${selector}`);
}

it('reads, searches, edits, runs, stops and leaves the editor by keyboard alone', async () => {
  await page.goto(`${live.site.origin}/`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).hash, 'the first stop skips to the text').not.toBe('');

  await page.locator('[data-open-search]:enabled').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('bank conflicts');
  await page.locator('[role=option]').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/cuda/bank-conflicts/**');

  await tabTo(`${CELL} .cell-edit`);
  await page.keyboard.press('Enter');
  await page.locator(`${CELL} .cm-content:focus`).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('print("begun", flush=True)\nwhile True: pass');
  await page.keyboard.press('Control+Enter');
  await cell(page, 'bank-map').live.getByText('begun').waitFor();
  await page.keyboard.press('Escape');
  await page.locator(`${CELL} .cell-edit:focus`).waitFor();

  await tabTo(`${CELL} .cell-stop`, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await cell(page, 'bank-map').reaches('interrupted');
  // The button that stopped is gone: the focus is where the cell runs again.
  await page.locator(`${CELL} .cell-run:focus`).waitFor();
  await tabTo(`${CELL} .cell-reset`);
  await page.keyboard.press('Enter');
  await tabTo(`${CELL} .cell-run`, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await cell(page, 'bank-map').reaches('ok');

  const panel = page.locator('.kernel-details');
  await panel.locator('summary').focus();
  await page.keyboard.press('Enter');
  await tabTo('.kernel-details [data-action=restart]');
  await page.keyboard.press('Escape');
  await panel.locator('summary:focus').waitFor();
  expect(await panel.evaluate((details: HTMLDetailsElement) => details.open), 'Escape folds the panel in').toBe(false);
  await leavePage(page, live);
});
