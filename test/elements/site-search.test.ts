import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { SearchSite } from './site-search-page.ts';
import { useSearchPages } from './site-search-setup.ts';
import { INPUT, isOpen, open, press, ready, SELECTED, visit } from './site-search-visit.ts';

const OLD_INDEX = '{"index":{"version":0},"documents":[],"glossary":[]}';

let site: SearchSite;
let context: BrowserContext;
let page: Page;

useSearchPages((opened) => { ({ site, context, page } = opened); });

describe('opening and closing', () => {
  it('opens by a slash, and loads engine and index only then', async () => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await visit(page, site, '/docs/');
    expect(requested).toEqual(['/docs/', '/docs/assets/site-search.js']);
    await page.keyboard.press('/');
    await ready(page);
    expect(requested).toContain('/docs/search/en.json');
    expect(requested.every((path) => path.startsWith('/docs/'))).toBe(true);
    expect(await page.inputValue(INPUT)).toBe('');
  });

  it('opens and closes by Ctrl-K', async () => {
    await visit(page, site, '/docs/');
    await page.keyboard.press('Control+k');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Control+k');
    expect(await isOpen(page)).toBe(false);
  });

  it('loses nothing of what is typed right after the key', async () => {
    const arrival = Promise.withResolvers<undefined>();
    await page.route('**/site-search-dialog-*.js', async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await visit(page, site, '/docs/');
    await page.keyboard.type('/warp di');
    arrival.resolve(undefined);
    await page.waitForSelector(`${INPUT}:focus`);
    await page.keyboard.type('vergence');
    await page.waitForSelector(SELECTED);
    expect(await page.inputValue(INPUT)).toBe('warp divergence');
  });

  it('leaves a slash to the field that it is typed into', async () => {
    await visit(page, site, '/docs/');
    await page.focus('#field');
    await page.keyboard.type('a/b');
    expect(await page.inputValue('#field')).toBe('a/b');
    expect(await isOpen(page)).toBe(false);
  });

  it.each(['#elsewhere', '[data-open-search]'])('gives the focus back to %s on Esc', async (selector) => {
    await visit(page, site, '/docs/');
    await page.focus(selector);
    await page.keyboard.press('/');
    await page.waitForSelector(`${INPUT}:focus`);
    await page.keyboard.press('Escape');
    expect(await isOpen(page)).toBe(false);
    expect(await page.evaluate((query) => document.activeElement?.matches(query), selector)).toBe(true);
  });

  it('keeps the query when it is opened again, and on the next page', async () => {
    await open(page, site, '/docs/', 'occupancy');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    expect(await page.inputValue(INPUT)).toBe('occupancy');
    await visit(page, site, '/docs/other/');
    await page.keyboard.press('/');
    await page.waitForSelector(SELECTED);
    expect(await page.inputValue(INPUT)).toBe('occupancy');
  });
});

describe('searching', () => {
  it('finds __syncthreads, with its line of code and the count', async () => {
    await open(page, site, '/docs/', '__syncthreads');
    expect(await page.textContent('.search-title')).toBe('Shared memory and bank conflicts');
    expect(await page.textContent('.search-code mark')).toBe('__syncthreads');
    expect(await page.textContent('[role=status]')).toMatch(/^\d+ sections? in \d+ notes?$/);
  });

  it('finds 存储体冲突 in Chinese notes', async () => {
    await open(page, site, '/docs/zh-cn/', '存储体冲突');
    expect(await page.textContent('.search-title')).toBe('共享内存与 bank 冲突');
    expect(await page.textContent('.search-group mark')).toBe('bank 冲突');
    expect(await page.textContent('[role=status]')).toMatch(/^\d+ 篇笔记，共 \d+ 处$/);
  });

  it('says that nothing was found, in the words of the query', async () => {
    await visit(page, site, '/docs/zh-cn/');
    await page.keyboard.press('/');
    await ready(page);
    await page.fill(INPUT, '<zzqqx>');
    expect(await page.textContent('[role=status]')).toBe('没有找到“<zzqqx>”');
    expect(await page.getAttribute(INPUT, 'aria-expanded')).toBe('false');
  });

  it('searches for an example that is pressed', async () => {
    await visit(page, site, '/docs/');
    await page.keyboard.press('/');
    await ready(page);
    await page.click('.search-example >> nth=1');
    await page.waitForSelector(SELECTED);
    expect(await page.inputValue(INPUT)).toBe('__syncthreads');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('search-input');
  });

  it('neither searches nor follows Enter while an input method composes', async () => {
    await visit(page, site, '/docs/zh-cn/');
    await page.keyboard.press('/');
    await ready(page);
    const client = await context.newCDPSession(page);
    await client.send('Input.imeSetComposition', { text: '死锁', selectionStart: 2, selectionEnd: 2 });
    expect(await page.inputValue(INPUT)).toBe('死锁');
    expect(await page.locator('[role=option]').count()).toBe(0);
    await page.dispatchEvent(INPUT, 'keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true });
    await client.send('Input.insertText', { text: '死锁' });
    await page.waitForSelector(SELECTED);
    await page.dispatchEvent(INPUT, 'keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true });
    await page.dispatchEvent(INPUT, 'keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true });
    expect(new URL(page.url()).pathname).toBe('/docs/zh-cn/');
    expect(await page.textContent('.search-title')).toContain('死锁');
  });
});

describe('following a result', () => {
  it('moves with the arrows, around both ends, and follows on Enter', async () => {
    await open(page, site, '/docs/', 'bank conflict');
    const first = await page.getAttribute(SELECTED, 'id');
    await page.keyboard.press('ArrowUp');
    expect(await page.getAttribute(SELECTED, 'id')).not.toBe(first);
    await page.keyboard.press('ArrowDown');
    expect(await page.getAttribute(SELECTED, 'id')).toBe(first);
    await page.keyboard.press('ArrowDown');
    expect(await page.getAttribute(INPUT, 'aria-activedescendant')).toBe('site-search-option-1');
    const href = await page.locator(SELECTED).evaluate((option: HTMLAnchorElement) => option.href);
    await page.keyboard.press('Enter');
    await page.waitForURL(href);
    expect(new URL(href).pathname).toBe('/docs/en/shared-bank-conflicts/');
  });

  it('opens a new tab on Ctrl-Enter and stays open', async () => {
    await open(page, site, '/docs/', 'atomicAdd');
    const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')]);
    await tab.waitForURL('**/docs/en/atomics/**');
    expect(await isOpen(page)).toBe(true);
  });

  it('leads to a Chinese anchor', async () => {
    await open(page, site, '/docs/zh-cn/', '反汇编工具');
    await page.click(SELECTED);
    await page.waitForURL((url) => decodeURIComponent(url.hash) === '#反汇编工具');
    expect(new URL(page.url()).pathname).toBe('/docs/zh/fatbinary/');
  });
});

describe('before the index is there', () => {
  it('says loading, keeps text and focus, ignores Enter, and then answers by itself', async () => {
    const arrival = Promise.withResolvers<string>();
    const index = await (await fetch(`${site.origin}/docs/search/zh-cn.json`)).text();
    site.indexAnswer = { status: 200, type: 'application/json', body: arrival.promise };
    await visit(page, site, '/docs/zh-cn/');
    await press(page);
    await page.keyboard.insertText('同步');
    await page.keyboard.press('Enter');
    expect(await page.textContent('[role=status]')).toBe('正在加载搜索索引…');
    expect(await page.textContent('.search-dialog')).not.toContain('没有找到');
    arrival.resolve(index);
    await page.waitForSelector(SELECTED);
    expect(await page.inputValue(INPUT)).toBe('同步');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('search-input');
  });

  it.each([
    ['a 404', { status: 404, type: 'text/html', body: 'no' }],
    ['HTML with status 200', { status: 200, type: 'text/html', body: '<!doctype html>' }],
    ['JSON cut in the middle', { status: 200, type: 'application/json', body: '{"index":{"vers' }],
    ['other JSON', { status: 200, type: 'application/json', body: '{}' }],
    ['an index of another version', { status: 200, type: 'application/json', body: OLD_INDEX }],
  ])('reports %s and answers after Try again', async (_, answer) => {
    site.indexAnswer = answer;
    await visit(page, site, '/docs/');
    await page.keyboard.press('/');
    await page.waitForSelector('[data-state=failed]');
    await page.keyboard.type('warp');
    expect(await page.textContent('[role=status]')).toBe('The search index could not be read. Your query is kept.');
    site.indexAnswer = undefined;
    await page.click('.search-retry');
    await page.waitForSelector(SELECTED);
    expect(await page.inputValue(INPUT)).toBe('warp');
  });

  it('names the missing network, and answers when it is back', async () => {
    await visit(page, site, '/docs/');
    await press(page);
    await page.keyboard.press('Escape');
    await page.reload();
    await visit(page, site, '/docs/');
    await page.route('**/search/en.json', (route) => route.abort());
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false, configurable: true }));
    await press(page);
    await page.waitForSelector('dialog[open] [data-state=failed]');
    await page.keyboard.type('warp');
    expect(await page.textContent('[role=status]')).toContain('You are offline');
    await page.unroute('**/search/en.json');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.waitForSelector(SELECTED);
  });

  it('says so where not even the script of the dialog is there, and opens when the network is back', async () => {
    await visit(page, site, '/docs/zh-cn/');
    await context.setOffline(true);
    await page.keyboard.press('/');
    await page.waitForSelector('dialog[open] [data-state=failed]');
    expect(await page.textContent('[role=status]')).toBe('搜索未能加载，请检查网络连接。');
    await context.setOffline(false);
    await page.waitForSelector(`${INPUT}:focus`);
    await page.keyboard.type('warp');
    await page.waitForSelector(SELECTED);
    expect(await page.locator('dialog').count()).toBe(1);
  });
});
