import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSiteServer, type SiteServer } from '../../scripts/site-server.ts';
import { launchChromium } from '../support/chromium.ts';
import { projectRoot } from '../support/project-root.ts';

const NOTEBOOK = '.note-downloads a[href$=".ipynb"]';

let browser: Browser;
let site: SiteServer;

const serve = (): Promise<SiteServer> => startSiteServer({ directory: join(projectRoot, 'dist'), base: '/', port: 0, localKernel: () => null });

beforeAll(async () => {
  [browser, site] = await Promise.all([launchChromium(), serve()]);
});

afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** Clicks a link and returns the file that the browser saves, its name and its first bytes. */
async function saved(page: Page, selector: string): Promise<readonly [name: string, text: string]> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(selector)]);
  return [download.suggestedFilename(), await readFile(await download.path(), 'latin1')];
}

async function withPage<T>(options: BrowserContextOptions, body: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext(options);
  try {
    return await body(await context.newPage());
  } finally {
    await context.close();
  }
}

describe('without JavaScript', () => {
  it.each(['', 'zh-cn/'])('the page %scuda/bank-conflicts/ gives the note as a notebook and as an archive, and a cell as its file', (locale) =>
    withPage({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${site.origin}/${locale}cuda/bank-conflicts/`);
      const [name, text] = await saved(page, NOTEBOOK);
      expect(name).toBe('bank-conflicts.ipynb');
      expect(JSON.parse(text)).toMatchObject({ nbformat: 4, nbformat_minor: 5, metadata: { warpnotes: { language: locale === '' ? 'en' : 'zh-CN' } } });
      const [archive, bytes] = await saved(page, '.note-downloads a[href$=".zip"]');
      expect([archive, bytes.slice(0, 2)]).toEqual(['bank-conflicts.zip', 'PK']);
      const [file, code] = await saved(page, '#cell-stride-sweep .cell-file');
      expect(file).toBe('stride_sweep.cu');
      expect(code).toMatch(/^#include <algorithm>\n/u);
    }));
});

describe('the service worker', () => {
  it('fetches no download with the pages, and keeps one that was asked for', () =>
    withPage({}, async (page) => {
      const visited = await serve();
      await page.goto(`${visited.origin}/cuda/bank-conflicts/`);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.reload();
      const address = await page.locator(NOTEBOOK).evaluate((link) => (link as HTMLAnchorElement).href);
      expect(await page.evaluate(async (url) => (await caches.match(url)) === undefined, address)).toBe(true);
      const online = await page.evaluate(async (url) => (await fetch(url)).text(), address);
      await visited.stop();
      expect(await page.evaluate(async (url) => (await fetch(url)).text(), address)).toBe(online);
      const failed = await page.evaluate((url) => fetch(url).then(() => false, () => true), address.replace('bank-conflicts', 'coalescing'));
      expect(failed).toBe(true);
    }));

  it('answers a click on a download with the copy that is kept', () =>
    withPage({}, async (page) => {
      const visited = await serve();
      await page.goto(`${visited.origin}/cuda/bank-conflicts/`);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.reload();
      const [, online] = await saved(page, NOTEBOOK);
      await visited.stop();
      const [, offline] = await saved(page, NOTEBOOK);
      expect(offline).toBe(online);
    }));
});

it('a site without an address names no host: no canonical page, no feed, no list of pages, no pictures', async () => {
  const dist = join(projectRoot, 'dist');
  const html = await readFile(join(dist, 'cuda/bank-conflicts/index.html'), 'utf8');
  expect(html.slice(0, html.indexOf('</head>'))).not.toMatch(/https?:\/\/|canonical|hreflang|og:image|ld\+json|rss\.xml/u);
  expect(html).toContain('<link rel="alternate" type="text/markdown" href="/cuda/bank-conflicts.md">');
  for (const file of ['rss.xml', 'sitemap-index.xml', 'previews']) expect(existsSync(join(dist, file)), file).toBe(false);
  expect(await readFile(join(dist, 'llms.txt'), 'utf8')).toContain('](/cuda/bank-conflicts.md)');
});
