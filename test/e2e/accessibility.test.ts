import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSiteServer, type SiteServer } from '../../scripts/site-server.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { launchChromium } from '../support/chromium.ts';
import { projectRoot } from '../support/project-root.ts';

const PATHS = [
  '/', '/nvcc/nvcc-what-and-workflow/', '/cuda/bank-conflicts/', '/errata/', '/figures/', '/glossary/', '/coverage/', '/cuda/', '/paths/',
  '/search/', '/offline/', '/404.html',
];
const PAGES = PATHS.flatMap((path) => (path === '/404.html' ? [path] : [path, `/zh-cn${path}`]));

let browser: Browser;
let site: SiteServer;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    launchChromium(),
    startSiteServer({ directory: join(projectRoot, 'dist'), base: '/', port: 0, localKernel: () => null }),
  ]);
});

afterAll(async () => {
  await browser.close();
  await site.stop();
});

describe('in both schemes, and at 320 px', () => {
  it.each(PAGES)('%s has no violation that axe knows, and does not scroll sideways', async (path) => {
    const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce', serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(site.origin + path);
    await page.waitForSelector('html[data-theme=light]');
    expect(await axeViolations(page), 'light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.waitForSelector('html[data-theme=dark]');
    expect(await axeViolations(page, { at: 'colours' }), 'dark').toEqual([]);
    // The smallest phone, and 400 % of 1280 px (WCAG 2.2, 1.4.10).
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await context.close();
  });

  it('nothing that opens on a page has a violation either', async () => {
    const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce', serviceWorkers: 'block', viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    // On pages that are short: axe looks at all of each.
    for (const [path, opens, shown] of [
      ['/zh-cn/', '.reading-button', '#reading-settings'], ['/zh-cn/', '[data-open-search]', '.search-input'],
      ['/zh-cn/', 'kernel-bar [data-action=connect]', '.kernel-dialog[open]'], ['/zh-cn/paths/', '.sl-menu-button', '#starlight__sidebar'],
      ['/zh-cn/paths/', '#starlight__mobile-toc summary', '#starlight__mobile-toc .dropdown'],
    ] as const) {
      if (page.url() !== site.origin + path) await page.goto(site.origin + path);
      await page.locator(opens).click();
      await page.locator(shown).waitFor();
      expect(await axeViolations(page), `${shown}, light`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await page.waitForSelector('html[data-theme=dark]');
      expect(await axeViolations(page, { at: 'colours' }), `${shown}, dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.waitForSelector('html[data-theme=light]');
      await page.keyboard.press('Escape');
      await page.locator(shown).waitFor({ state: 'hidden' });
    }
    await context.close();
  });
});
