import type { AxeResults } from 'axe-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSiteServer, type SiteServer } from '../../scripts/site-server.ts';
import { launchChromium } from '../support/chromium.ts';
import { projectRoot } from '../support/project-root.ts';

const AXE = readFileSync(join(projectRoot, 'node_modules/axe-core/axe.min.js'), 'utf8');
const PATHS = ['/', '/nvcc/nvcc-what-and-workflow/', '/cuda/bank-conflicts/', '/404.html'];
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
    await page.evaluate(AXE);
    // The script is a string: axe is known in the page only.
    const { violations } = await page.evaluate<AxeResults>('axe.run()');
    await context.close();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
    expect(found).toEqual([]);
  });
});

describe('at 390 px', () => {
  it.each(PAGES)('%s does not scroll sideways', async (path) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(site.origin + path);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await context.close();
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
