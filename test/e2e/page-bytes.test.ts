import type { Browser, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { gzipTotal, watchLoadedFiles } from '../../scripts/bench/loaded-files.ts';
import { knownReader, useLivePages, type LiveSite } from './live-site.ts';

/** A tenth of what Thebe 0.9.3 loads for a page with one cell (`npm run bench -- bytes-before-run`). */
const BEFORE_RUN_BYTES = 39_000;
/** The kernel client, its helper for the kernel, and what shows text outputs. */
const FIRST_RUN_BYTES = 60_000;

let live: LiveSite;
let browser: Browser;
let page: Page;

useLivePages((opened) => { ({ site: live, browser } = opened); });

beforeEach(async () => {
  // A service worker would load everything at once.
  page = await browser.newPage({ serviceWorkers: 'block', ...knownReader(live) });
});

it('loads little JavaScript before the first run, and less than 60 kB with it', async () => {
  const loaded = watchLoadedFiles(page);
  await page.goto(`${live.site.origin}/cuda/bank-conflicts/`, { waitUntil: 'networkidle' });
  const before = gzipTotal(await loaded(), 'js');
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(BEFORE_RUN_BYTES);
  const cell = page.locator('run-cell[data-language="python"]').first();
  await cell.locator('.cell-run').click();
  await cell.and(page.locator('[data-state="ok"]')).waitFor();
  const withRun = gzipTotal(await loaded(), 'js') - before;
  expect(withRun).toBeGreaterThan(0);
  expect(withRun).toBeLessThan(FIRST_RUN_BYTES);
  await page.context().close();
});
