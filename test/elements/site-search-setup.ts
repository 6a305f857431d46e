import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type SearchSite, serveSearchSite } from './site-search-page.ts';

/** The site of a file's tests, and the page of one of them, in a context of its own. */
export interface SearchPage {
  readonly site: SearchSite;
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Brings a site and a browser up for the tests of a file, and hands each test a new page. */
export function useSearchPages(take: (opened: SearchPage) => void): void {
  let site: SearchSite;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    [site, browser] = await Promise.all([serveSearchSite(), launchChromium()]);
  });

  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  beforeEach(async () => {
    site.indexAnswer = undefined;
    context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    take({ site, context, page });
  });

  afterEach(() => context.close());
}
