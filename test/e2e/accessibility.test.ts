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

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  it.each(PAGES)('%s has no violation that axe knows', async (path) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce', serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(site.origin + path);
    const found = await axeViolations(page);
    await context.close();
    expect(found).toEqual([]);
  });

  it('nothing that opens on a page has one either', async () => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce', serviceWorkers: 'block', viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    // On pages that are short: axe looks at all of each.
    for (const [path, opens, shown] of [
      ['/zh-cn/', '.reading-button', '#reading-settings'], ['/zh-cn/', '[data-open-search]', '.search-input'],
      ['/zh-cn/', 'kernel-bar [data-action=connect]', '.kernel-dialog[open]'], ['/zh-cn/paths/', '.sl-menu-button', '#starlight__sidebar'],
      ['/zh-cn/paths/', '#starlight__mobile-toc summary', '#starlight__mobile-toc .dropdown'],
    ] as const) {
      await page.goto(site.origin + path);
      await page.locator(opens).click();
      await page.locator(shown).waitFor();
      expect(await axeViolations(page), shown).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator(shown).waitFor({ state: 'hidden' });
    }
    await context.close();
  });
});

// The smallest phone, and 400 % of 1280 px (WCAG 2.2, 1.4.10).
describe('at 320 px', () => {
  it.each(PAGES)('%s does not scroll sideways', async (path) => {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(site.origin + path);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await context.close();
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
