import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startSiteServer, type SiteServer } from '../../scripts/site-server.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { useBrowserPages } from '../support/browser-pages.ts';
import { copySite } from '../support/site-copy.ts';

const STATUS = '.stored-status';

let site: SiteServer;
let page: Page;

useBrowserPages(
  async () => {
    const copy = await copySite(['/', '/cuda/bank-conflicts/', '/offline/', '/zh-cn/offline/', '/search/', '/zh-cn/search/']);
    const server = await startSiteServer({ directory: copy.directory, base: '/', port: 0, localKernel: () => null });
    return { ...server, stop: () => server.stop().then(() => copy.remove()) };
  },
  () => ({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' }),
  (opened) => { ({ site, page } = opened); },
);

describe('the page about offline reading', () => {
  it('says what is stored and how big it is, clears it for good, and stores it again', async () => {
    await page.goto(site.origin);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.goto(`${site.origin}/offline/`);
    await status('The whole site is stored.');
    const [, all = ''] = /^All\s+(\d+ \/ \d+)\s+[\d.]+ MB$/mu.exec(await page.locator('.stored-table').innerText()) ?? [];
    expect(new Set(all.split(' / ')).size).toBe(1);
    await page.getByRole('button', { name: 'Remove everything' }).click();
    await status('Nothing is stored, as you asked for.');
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    await page.goto(`${site.origin}/cuda/bank-conflicts/`, { waitUntil: 'networkidle' });
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    await page.goto(`${site.origin}/offline/`);
    await status('Nothing is stored, as you asked for.');
    await page.getByRole('button', { name: 'Store everything' }).click();
    await status('The whole site is stored.');
  });

  it('stores the files that the browser has dropped', async () => {
    await page.goto(`${site.origin}/zh-cn/offline/`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.evaluate(async () => {
      const [name = ''] = (await caches.keys()).filter((each) => each.startsWith('workbox-precache'));
      const cache = await caches.open(name);
      for (const request of (await cache.keys()).slice(0, 3)) await cache.delete(request);
    });
    await page.reload();
    await status('还缺 3 个文件');
    await page.getByRole('button', { name: '全部存下' }).click();
    await status('整个网站都已存下');
  });

  it('keeps nothing of a version that there is no room for, and says so', async () => {
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 300_000 });
    await page.goto(`${site.origin}/favicon.svg`);
    await page.evaluate(() => localStorage.setItem('warpnotes:not-stored', 'yes'));
    await page.goto(`${site.origin}/offline/`);
    await status('Nothing is stored, as you asked for.');
    await page.getByRole('button', { name: 'Store everything' }).click();
    await status('This did not work.');
    expect(await page.evaluate(async () => {
      const sizes = (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length);
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    })).toBe(0);
    await page.goto(`${site.origin}/cuda/bank-conflicts/`);
    expect(await page.locator('h1').innerText()).toBe('Bank conflicts');
  });

  it('says so where the browser stores nothing', async () => {
    await page.addInitScript(() => {
      for (const [object, name] of [[globalThis, 'caches'], [Navigator.prototype, 'serviceWorker']] as const) Reflect.deleteProperty(object, name);
    });
    await page.goto(`${site.origin}/offline/`);
    await status('This browser stores nothing for this site');
    await page.goto(`${site.origin}/cuda/bank-conflicts/`);
    await page.waitForSelector('[data-open-search]:enabled');
  });

  it.each(['/offline/', '/zh-cn/offline/', '/search/?q=warp', '/zh-cn/search/?q=warp'])('%s has no violation that axe knows, in either scheme', async (path) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(site.origin + path);
    await page.waitForSelector('.stored-actions, [role=option]');
    expect(await axeViolations(page), 'light').toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForSelector('html[data-theme=dark]');
    expect(await axeViolations(page, { at: 'colours' }), 'dark').toEqual([]);
  });
});

async function status(text: string): Promise<void> {
  await page.locator(STATUS).filter({ hasText: text }).waitFor({ timeout: 90_000 });
}
