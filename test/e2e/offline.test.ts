import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSiteServer } from '../../scripts/site-server.ts';
import { launchChromium } from '../support/chromium.ts';
import { projectRoot } from '../support/project-root.ts';

const PAGES = [
  '/', '/cuda/bank-conflicts/', '/nvcc/nvcc-what-and-workflow/', '/errata/', '/nvcc/',
  '/zh-cn/', '/zh-cn/glossary/', '/zh-cn/cuda/bank-conflicts/', '/zh-cn/nvcc/nvcc-what-and-workflow/',
];

let browser: Browser;
let context: BrowserContext;
let page: Page;
let origin: string;

/** One visit to the home page, then the server is gone. */
beforeAll(async () => {
  browser = await launchChromium();
  const site = await startSiteServer({ directory: join(projectRoot, 'dist'), base: '/', port: 0, localKernel: () => null });
  origin = site.origin;
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  await page.goto(origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await site.stop();
});

afterAll(async () => {
  await browser.close();
});

describe('after one visit, with the server gone', () => {
  it.each(PAGES)('opens %s with its styles and without a failed request', async (path) => {
    const failed: string[] = [];
    const onFailed = (request: { url(): string }): void => void failed.push(request.url());
    page.on('requestfailed', onFailed);
    const response = await page.goto(origin + path, { waitUntil: 'networkidle' });
    page.off('requestfailed', onFailed);
    expect(response?.status()).toBe(200);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--wn-surface'))).not.toBe('');
    expect(failed).toEqual([]);
  });

  it('sets formulas in their own font', async () => {
    await page.goto(`${origin}/cuda/bank-conflicts/`, { waitUntil: 'networkidle' });
    const loaded = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].some(({ family, status }) => family.includes('KaTeX_Main') && status === 'loaded');
    });
    expect(loaded).toBe(true);
  });

  it('finds __CUDA_ARCH_FEAT_SM90_ALL on an English page and goes there', async () => {
    await page.goto(`${origin}/cuda/bank-conflicts/`);
    await search('__CUDA_ARCH_FEAT_SM90_ALL');
    await page.waitForURL(`${origin}/nvcc/nvcc-phases-macros/**`);
  });

  it('finds 存储体冲突 on a Chinese page and goes there', async () => {
    await page.goto(`${origin}/zh-cn/nvcc/nvcc-what-and-workflow/`);
    await search('存储体冲突');
    await page.waitForURL(`${origin}/zh-cn/cuda/bank-conflicts/**`);
  });

  it('finds a correction by its row, on the page of corrections', async () => {
    await page.goto(`${origin}/cuda/bank-conflicts/`);
    await search('CVPR 1,500 people');
    await page.waitForURL(`${origin}/errata/#S0-15*`);
  });

  it('answers an unknown address with its own page', async () => {
    await page.goto(`${origin}/no/such/page/`);
    expect(await page.locator('main').innerText()).toContain('404');
    const field = page.locator('main .search-bar');
    expect(await field.evaluate((element) => getComputedStyle(element).display), 'its search has its style').toBe('flex');
  });
});

/** Types a query and follows the first result. */
async function search(query: string): Promise<void> {
  await page.waitForSelector('[data-open-search]:enabled');
  await page.keyboard.press('/');
  await page.waitForSelector('.search-input:focus');
  await page.keyboard.insertText(query);
  await page.waitForSelector('[role=option][aria-selected=true]');
  await page.keyboard.press('Enter');
}
