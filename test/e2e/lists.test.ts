import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { startSiteServer, type SiteServer } from '../../scripts/site-server.ts';
import { useBrowserPages } from '../support/browser-pages.ts';
import { projectRoot } from '../support/project-root.ts';

let browser: Browser;
let page: Page;
let site: SiteServer;

useBrowserPages(
  () => startSiteServer({ directory: join(projectRoot, 'dist'), base: '/', port: 0, localKernel: () => null }),
  () => ({ serviceWorkers: 'block' }),
  (opened) => { ({ site, browser, page } = opened); },
);

const shown = () => page.locator('[data-entry]:visible');

describe('the filter of a list', () => {
  it('leaves the entries that have all words, says how many, and brings all back', async () => {
    await page.goto(`${site.origin}/errata/`);
    const all = await shown().count();
    await page.getByRole('searchbox').fill('banks 16 S0-16');
    expect(await shown().evaluateAll((entries) => entries.map(({ id }) => id))).toEqual(['S0-16']);
    expect(await page.getByRole('status').first().innerText()).toBe(`1 / ${all}`);
    await page.getByRole('searchbox').fill('');
    expect(await shown().count()).toBe(all);
  });

  it('says so where nothing is left', async () => {
    await page.goto(`${site.origin}/zh-cn/glossary/`);
    await page.getByRole('searchbox').fill('没有这个词');
    expect(await shown().count()).toBe(0);
    await page.getByText('没有包含这些词的条目。').waitFor();
  });

  it('is not there without JavaScript, and the list is', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    page = await context.newPage();
    await page.goto(`${site.origin}/coverage/`);
    expect(await shown().count()).toBe(46);
    expect(await page.locator('list-filter').isVisible()).toBe(false);
    await context.close();
  });
});

it('a term in a note leads to its entry in the glossary of its language', async () => {
  await page.goto(`${site.origin}/zh-cn/cuda/bank-conflicts/`);
  await page.locator('a.term', { hasText: '线程束' }).click();
  await page.waitForURL(`${site.origin}/zh-cn/glossary/#term-warp`);
  expect(await page.locator('#term-warp').innerText()).toContain('线程束');
});

it('a correction leads to the cell that shows it', async () => {
  await page.goto(`${site.origin}/errata/`);
  await page.locator('#S0-16').getByRole('link', { name: 'stride-sweep' }).click();
  await page.waitForURL(`${site.origin}/cuda/bank-conflicts/#cell-stride-sweep`);
  expect(await page.locator('#cell-stride-sweep').isVisible()).toBe(true);
});
