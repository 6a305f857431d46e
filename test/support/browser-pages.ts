import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchChromium } from './chromium.ts';

/** The site of a file's tests, and the page of one of them, in a context of its own. */
export interface OpenedPage<Site> {
  readonly site: Site;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Brings a site and a browser up for the tests of a file, and hands each test a new page. */
export function useBrowserPages<Site extends { stop(): Promise<void> }>(
  start: () => Promise<Site>,
  options: (site: Site) => BrowserContextOptions,
  take: (opened: OpenedPage<Site>) => void,
): void {
  let site: Site;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    [site, browser] = await Promise.all([start(), launchChromium()]);
  });

  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  beforeEach(async () => {
    context = await browser.newContext(options(site));
    take({ site, browser, context, page: await context.newPage() });
  });

  afterEach(() => context.close());
}
