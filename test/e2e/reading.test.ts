import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startSiteServer, type SiteServer } from '../../scripts/site-server.ts';
import { useBrowserPages } from '../support/browser-pages.ts';
import { projectRoot } from '../support/project-root.ts';

const BANKS = '/cuda/bank-conflicts/';
const OPTIONS: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, serviceWorkers: 'block', colorScheme: 'light' };

let site: SiteServer;
let page: Page;

useBrowserPages(
  () => startSiteServer({ directory: join(projectRoot, 'dist'), base: '/', port: 0, localKernel: () => null }),
  () => OPTIONS,
  (opened) => { ({ site, page } = opened); },
);

const open = (path: string) => page.goto(site.origin + path);
const fontSize = () => page.locator('.sl-markdown-content > p').first().evaluate((element) => parseFloat(getComputedStyle(element).fontSize));

async function choose(setting: string, value: string): Promise<void> {
  await page.locator('.reading-button').click();
  await page.locator(`#reading-settings [data-reading=${setting}][value=${value}]`).check({ force: true });
  await page.keyboard.press('Escape');
}

describe('reading settings', () => {
  it('hold on the next page, from its first paint', async () => {
    await open(BANKS);
    const before = await fontSize();
    await choose('textSize', 'large');
    await choose('theme', 'dark');
    await open('/zh-cn/nvcc/nvcc-phases-macros/');
    const set = await page.evaluate(() => ['theme', 'textSize'].map((name) => document.documentElement.dataset[name]));
    expect(set).toEqual(['dark', 'large']);
    expect(await fontSize()).toBeCloseTo(1.15 * before);
    expect(await page.locator('[data-reading=textSize]:checked').getAttribute('value')).toBe('large');
  });

  it('follow the system until the reader chooses, and work in a browser that keeps nothing', async () => {
    await page.addInitScript(() => { Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('refused', 'SecurityError'); } }); });
    await open(BANKS);
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    expect(await theme()).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForSelector('html[data-theme=dark]');
    await choose('theme', 'light');
    expect(await theme()).toBe('light');
  });

  it('wrap and number the lines of all code by a press at one cell, which stays where it is', async () => {
    await open(BANKS);
    const wrap = page.locator('run-cell').nth(2).locator('[data-reading=codeWrap]');
    await wrap.scrollIntoViewIfNeeded();
    const place = async () => (await wrap.boundingBox())?.y ?? NaN;
    const before = await place();
    await wrap.click();
    await page.locator('run-cell').nth(2).locator('[data-reading=codeNumbers]').click();
    expect(Math.abs(await place() - before)).toBeLessThan(2);
    expect(await page.locator('run-cell [aria-pressed=true]').count()).toBe(2 * await page.locator('run-cell').count());
    const wide = await page.locator('.cell-code pre').evaluateAll((all) => all.filter((pre) => pre.scrollWidth > pre.clientWidth).length);
    expect(wide).toBe(0);
  });

  it('leave nothing but the text in focus, until the reader leaves it', async () => {
    await open(BANKS);
    await page.locator('.reading-button').click();
    await page.locator('#reading-settings [data-reading=focus]').check();
    await page.keyboard.press('Escape');
    const lists = page.locator('.sidebar-pane, .right-sidebar');
    await expect.poll(() => lists.filter({ visible: true }).count()).toBe(0);
    await page.locator('.focus-leave').click();
    await expect.poll(() => lists.filter({ visible: true }).count()).toBe(2);
  });
});

describe('the frame', () => {
  it('says where a note stands, and goes to the same note in the other language', async () => {
    await open(BANKS);
    const place = await page.locator('.breadcrumbs [aria-current]').innerText();
    expect(place).toMatch(/^\d+ of \d+$/u);
    expect(await page.locator('.sidebar summary .sidebar-count').innerText()).toBe(place.replace('of', '/'));
    await page.locator('.language-link').click();
    await page.waitForURL(`**/zh-cn${BANKS}`);
    await page.locator('.language-link').click();
    await page.waitForURL(`${site.origin}${BANKS}`);
  });

  it('keeps the place that was being read when the language is changed', async () => {
    await open(BANKS);
    const heading = page.locator('.sl-markdown-content h2').nth(3);
    await heading.evaluate((element) => { element.scrollIntoView({ behavior: 'instant' }); });
    await page.locator('.language-link').click();
    await page.waitForURL(`**/zh-cn${BANKS}#**`);
    const twin = page.locator('.sl-markdown-content h2').nth(3);
    expect(decodeURIComponent(new URL(page.url()).hash.slice(1))).toBe(await twin.getAttribute('id'));
    expect(await twin.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
    expect(await twin.evaluate((element) => element.getBoundingClientRect().top / innerHeight)).toBeLessThan(0.5);
  });

  it('names only the notes of the page’s own topic', async () => {
    await open('/nvcc/nvcc-phases-macros/');
    const paths = await page.locator('.sidebar a').evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
    expect(paths).toContain('/nvcc/nvcc-what-and-workflow/');
    expect(paths).toContain('/cuda/');
    expect(paths.filter((path) => path.startsWith('/cuda/') && path !== '/cuda/')).toEqual([]);
  });

  it('searches for the words of an address that is wrong, in its language', async () => {
    await open('/zh-cn/cuda/bank-conflict/');
    // Answers get better as the parts of the index come.
    await page.locator('search-page [role=option]').first().filter({ hasText: '存储体冲突' }).waitFor();
    expect(await page.locator('.search-input').inputValue()).toBe('bank conflict');
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
  });
});

it('prints code, whole recorded outputs and folded answers, and no controls', async () => {
  await open(BANKS);
  await page.emulateMedia({ media: 'print' });
  for (const selector of ['.cell-bar', '.cell-view', '.cell-unfold', '.sidebar-pane', '.right-sidebar', '.search-button', 'kernel-bar', '.reading-button']) {
    expect(await page.locator(selector).filter({ visible: true }).count(), selector).toBe(0);
  }
  const cut = await page.locator('.cell-outputs, .cell-code pre').evaluateAll((all) => all.filter((box) => box.scrollHeight > box.clientHeight + 1).length);
  expect(cut).toBe(0);
  expect(await page.locator('.sl-markdown-content > details > :not(summary)').first().isVisible()).toBe(true);
});

it('says how far down the page is', async () => {
  await open(BANKS);
  const width = () => page.evaluate(() => new DOMMatrix(getComputedStyle(document.querySelector('.page > .header') ?? document.body, '::after').transform).a);
  expect(await width()).toBe(0);
  await page.evaluate(() => { scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }); });
  await expect.poll(width).toBeCloseTo(1);
});
