import type { Page } from 'playwright-core';
import { NOTE_PATH } from './bench-page.ts';
import { clickAndWatch, type WatchedRun, type WatchLimits } from './click-watch.ts';

const CONNECT_MS = 120_000;

/** A cell of a page, with its code. */
export interface PageCell {
  run(limits: WatchLimits): Promise<WatchedRun>;
}

/** The first Python cell of the note that stands alone. */
export const CELL = 'run-cell[data-language="python"]:not([data-depends]), run-cell[data-language="python"][data-depends=""]';

/** That cell, on a kernel that is there when this resolves. */
export async function openOurCell(page: Page, origin: string, code: string): Promise<PageCell> {
  await page.goto(origin + NOTE_PATH, { waitUntil: 'networkidle' });
  const cell = page.locator(CELL).first();
  const id = await cell.getAttribute('data-cell');
  const selector = `run-cell[data-cell="${id ?? ''}"]`;
  await cell.evaluate(putCode, code);
  await cell.locator('.cell-run').click();
  await page.waitForSelector(`${selector}[data-state="ok"]`, { timeout: CONNECT_MS });
  return {
    async run(limits) {
      await page.bringToFront();
      const watched = await clickAndWatch(page, { button: `${selector} .cell-run`, area: `${selector} .cell-live` }, limits);
      await page.waitForSelector(`${selector}[data-state="ok"]`);
      return watched;
    },
  };
}

/** What a page shows is what it sends. Runs in the page. */
function putCode(element: Element, code: string): void {
  const [first, ...rest] = element.querySelectorAll('.cell-code .ec-line');
  for (const line of rest) line.remove();
  const text = first?.querySelector('.code');
  if (!text) throw new Error('the cell has no code');
  text.textContent = code;
}
