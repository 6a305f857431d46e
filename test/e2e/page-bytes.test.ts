import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { gzipTotal, watchLoadedFiles } from '../../scripts/bench/loaded-files.ts';
import { PAGE_BUDGET } from '../../scripts/page-budget.ts';
import { PageScale } from '../../scripts/page-weight.ts';
import { projectRoot } from '../support/project-root.ts';
import { knownReader, useLivePages, type LiveSite } from './live-site.ts';

let live: LiveSite;
let browser: Browser;
let page: Page;

useLivePages((opened) => { ({ site: live, browser } = opened); });

beforeEach(async () => {
  // A service worker would load everything at once.
  page = await browser.newPage({ serviceWorkers: 'block', ...knownReader(live) });
});

it('loads little before the first run', async () => {
  const loaded = watchLoadedFiles(page);
  await page.goto(`${live.site.origin}/cuda/bank-conflicts/`, { waitUntil: 'networkidle' });
  const files = await loaded();
  const before = gzipTotal(files, 'js');
  expect(before).toBeGreaterThan(0);
  // `npm run check` weighs all pages without a browser: it must see what a browser loads.
  const own = files.filter(({ url, kind }) => kind !== 'html' || url.endsWith('/cuda/bank-conflicts/'));
  const weight = await new PageScale(join(projectRoot, 'dist')).weigh('cuda/bank-conflicts/index.html');
  expect({ html: gzipTotal(own, 'html'), css: gzipTotal(own, 'css'), js: before }).toMatchObject({ html: weight.html, css: weight.css });
  expect(before).toBeGreaterThanOrEqual(weight.js);
  expect(before).toBeLessThanOrEqual(PAGE_BUDGET.js);
  expect(gzipTotal(own, 'html', 'css', 'js')).toBeLessThanOrEqual(PAGE_BUDGET.all);
  await page.context().close();
});

it.each([['', 'zh-cn'], ['zh-cn/', 'en']])('loads for the first run of a Python cell of /%s what it needs, and none of the words in %s', async (folder, other) => {
  const loaded = watchLoadedFiles(page);
  await page.goto(`${live.site.origin}/${folder}cuda/bank-conflicts/`, { waitUntil: 'networkidle' });
  const before = gzipTotal(await loaded(), 'js');
  const cell = page.locator('run-cell[data-language="python"]').first();
  await cell.locator('.cell-run').click();
  // The comparison with the recording is the last of it.
  await cell.and(page.locator('[data-state="ok"]')).locator('.cell-comparison [role=status]', { hasText: /\S/u }).first().waitFor();
  const files = await loaded();
  const firstRun = gzipTotal(files, 'js') - before;
  expect(firstRun).toBeGreaterThan(0);
  expect(firstRun).toBeLessThanOrEqual(PAGE_BUDGET.firstRun);
  const names = files.map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
  expect(names.filter((name) => name.includes(`-${other}.`) || /^(?:cuda|rich|sanitize)/u.test(name))).toEqual([]);
  await page.context().close();
});

it.each([390, 1440])('moves nothing that is shown, %i px wide', async (width) => {
  await page.setViewportSize({ width, height: 900 });
  await page.addInitScript(() => {
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) if (!entry.hadRecentInput) window.layoutShifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/', '/cuda/bank-conflicts/', '/zh-cn/glossary/', '/search/']) {
    await page.goto(live.site.origin + path, { waitUntil: 'networkidle' });
    // Down to the end, a frame a screen: what is drawn late is drawn now.
    const shifts = await page.evaluate(async () => {
      for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
        scrollTo(0, top);
        await new Promise(requestAnimationFrame);
      }
      return window.layoutShifts.reduce((sum, shift) => sum + shift, 0);
    });
    expect(shifts, path).toBeLessThan(0.01);
  }
  await page.context().close();
});

it('fetches the next page ahead, without running it, and neither downloads nor Markdown', async () => {
  const ahead: string[] = [];
  page.context().on('request', (request) => { if (request.headers()['sec-purpose']?.startsWith('prefetch') === true) ahead.push(new URL(request.url()).pathname); });
  await page.goto(`${live.site.origin}/cuda/bank-conflicts/`, { waitUntil: 'networkidle' });
  const rules = await page.locator('script[type=speculationrules]').evaluate((script) => JSON.parse(script.textContent) as unknown);
  expect(rules).toMatchObject({ prefetch: [{ where: { selector_matches: 'a[rel="next"]' }, eagerness: 'eager' }, { eagerness: 'moderate' }] });
  expect(JSON.stringify(rules)).not.toContain('prerender');
  expect(ahead.filter((path) => /\.md$|^\/downloads\//u.test(path))).toEqual([]);
  await page.context().close();
});

declare global {
  interface Window {
    layoutShifts: number[];
  }
  /** https://wicg.github.io/layout-instability/#sec-layout-shift */
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
  }
}
