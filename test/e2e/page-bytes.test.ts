import type { Browser, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { gzipTotal, watchLoadedFiles } from '../../scripts/bench/loaded-files.ts';
import { knownReader, useLivePages, type LiveSite } from './live-site.ts';

/** A tenth of what Thebe 0.9.3 loads for a page with one cell (`npm run bench -- bytes-before-run`). */
const BEFORE_RUN_BYTES = 39_000;
/** The kernel client: all that a first run loads but what shows outputs. */
const CLIENT_BYTES = 60_000;
const FIRST_RUN_BYTES = 72_000;
/** Chunks that draw outputs and nothing else. */
const DRAWS_OUTPUTS = /\/(?:live-outputs|terminal-text|output-frame|escape-html)\.[^/]*$/u;

let live: LiveSite;
let browser: Browser;
let page: Page;

useLivePages((opened) => { ({ site: live, browser } = opened); });

beforeEach(async () => {
  // A service worker would load everything at once.
  page = await browser.newPage({ serviceWorkers: 'block', ...knownReader(live) });
});

it('loads little JavaScript before the first run, and a kernel client of less than 60 kB with it', async () => {
  const loaded = watchLoadedFiles(page);
  await page.goto(`${live.site.origin}/cuda/bank-conflicts/`, { waitUntil: 'networkidle' });
  const before = gzipTotal(await loaded(), 'js');
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(BEFORE_RUN_BYTES);
  const cell = page.locator('run-cell[data-language="python"]').first();
  await cell.locator('.cell-run').click();
  await cell.and(page.locator('[data-state="ok"]')).waitFor();
  const all = await loaded();
  const withRun = gzipTotal(all, 'js') - before;
  const drawing = gzipTotal(all.filter(({ url }) => DRAWS_OUTPUTS.test(url)), 'js');
  expect(drawing).toBeGreaterThan(0);
  expect(withRun - drawing).toBeLessThan(CLIENT_BYTES);
  expect(withRun).toBeLessThan(FIRST_RUN_BYTES);
  await page.context().close();
});
