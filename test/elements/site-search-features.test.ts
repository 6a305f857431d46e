import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { SearchSite } from './site-search-page.ts';
import { useSearchPages } from './site-search-setup.ts';
import { INPUT, isOpen, open, press, ready, SELECTED, visit } from './site-search-visit.ts';

const OTHER = '.search-other [role=option]';

let site: SearchSite;
let page: Page;

useSearchPages((opened) => { ({ site, page } = opened); });

describe('filters', () => {
  it('narrow the results to a topic and to code that needs something, and are kept with the query', async () => {
    await open(page, site, '/docs/', 'memory');
    const all = await page.textContent('[role=status]');
    await page.selectOption('.search-filter >> nth=0', 'os');
    await page.waitForFunction(() => new Set([...document.querySelectorAll('#site-search-results > div:first-child .search-topic')].map((each) => each.textContent)).size === 1);
    expect(await page.textContent('.search-topic')).toBe('Operating systems');
    expect(await page.textContent('[role=status]')).not.toBe(all);
    await page.selectOption('.search-filter >> nth=1', 'torch');
    await page.getByText('Nothing found for “memory”').waitFor();
    await visit(page, site, '/docs/other/');
    await press(page);
    await ready(page);
    expect(await page.locator('.search-filter').evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value))).toEqual(['os', 'torch']);
    await page.getByRole('button', { name: 'Search without filters' }).click();
    await page.waitForSelector(SELECTED);
    expect(await page.textContent('[role=status]')).toBe(all);
  });

  it('list the notes of a topic that is chosen before anything is typed', async () => {
    await visit(page, site, '/docs/zh-cn/');
    await press(page);
    await ready(page);
    await page.getByRole('button', { name: '操作系统' }).click();
    await page.waitForSelector(SELECTED);
    expect(new Set(await page.locator('.search-topic').allTextContents())).toEqual(new Set(['操作系统']));
  });
});

describe('a query with a typing error', () => {
  it('is answered, and the right spelling is offered', async () => {
    await open(page, site, '/docs/', 'bank conflcit');
    expect(await page.textContent('.search-title')).toBe('Shared memory and bank conflicts');
    await page.getByRole('button', { name: 'bank conflict', exact: true }).click();
    expect(await page.inputValue(INPUT)).toBe('bank conflict');
    expect(await page.textContent('.search-correction')).toBe('');
  });

  it('gets similar words where nothing is found', async () => {
    await visit(page, site, '/docs/');
    await press(page);
    await ready(page);
    await page.fill(INPUT, 'bnk cnflct');
    await page.getByRole('button', { name: 'conflicts' }).click();
    await page.waitForSelector(SELECTED);
    expect(await page.inputValue(INPUT)).toBe('conflicts');
  });
});

describe('the other language', () => {
  it.each([
    ['/docs/', '占用率', 'In Chinese: 简体中文', 'zh-CN'],
    ['/docs/zh-cn/', 'coalescing', '英文笔记：English', 'en'],
  ])('on %s gives up to three pages for %s below the others', async (path, query, title, language) => {
    await open(page, site, path, query);
    await page.waitForSelector(OTHER);
    expect(await page.textContent('.search-other-title')).toBe(title);
    expect(await page.locator(OTHER).count()).toBeLessThanOrEqual(3);
    expect(await page.getAttribute('.search-other .search-group', 'lang')).toBe(language);
    expect(new URL(await page.locator(OTHER).first().evaluate((option: HTMLAnchorElement) => option.href)).pathname)
      .toMatch(language === 'en' ? /^\/docs\/en\// : /^\/docs\/zh\//);
  });

  it('is reached with the arrows like the rest', async () => {
    await open(page, site, '/docs/', 'atomicAdd');
    await page.waitForSelector(OTHER);
    await page.keyboard.press('ArrowUp');
    expect(await page.getAttribute(SELECTED, 'id')).toMatch(/^site-search-other-option-/);
  });
});

describe('recent searches', () => {
  it('are those of which a result was opened, the last one first, until they are forgotten', async () => {
    for (const query of ['atomicAdd', 'occupancy']) {
      await open(page, site, '/docs/', query);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/en/**');
    }
    await visit(page, site, '/docs/');
    await press(page);
    await ready(page);
    await page.click('.search-clear');
    expect(await page.locator('.search-examples >> nth=0').locator('button').allTextContents()).toEqual(['occupancy', 'atomicAdd', 'Forget these']);
    await page.getByRole('button', { name: 'Forget these' }).click();
    expect(await page.locator('.search-dialog').innerText()).not.toContain('Recent searches');
  });
});

describe('the search page', () => {
  it('takes what the dialog has too many results for, with the query in its address', async () => {
    await open(page, site, '/docs/zh-cn/', '内存');
    await page.getByRole('link', { name: '在单独页面查看全部结果' }).click();
    await page.waitForURL('**/docs/zh-cn/search/?q=%E5%86%85%E5%AD%98');
    await page.waitForSelector(SELECTED);
    expect(await page.locator('.search-title').count()).toBeGreaterThan(10);
  });

  it('keeps the address up with the query and the filters, and has them again after Back', async () => {
    await visit(page, site, '/docs/search/?q=memory');
    await page.waitForSelector(SELECTED);
    await page.selectOption('.search-filter >> nth=0', 'cuda');
    await page.fill(INPUT, 'shared memory');
    expect(new URL(page.url()).search).toBe('?q=shared+memory&topic=cuda');
    await page.waitForFunction(() => document.querySelector('.search-title')?.textContent.includes('Shared'));
    await page.focus(INPUT);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/en/**');
    await page.goBack();
    await page.waitForSelector(SELECTED);
    expect(await page.inputValue(INPUT)).toBe('shared memory');
  });

  it('has its own field, to which the slash goes', async () => {
    await visit(page, site, '/docs/search/');
    await page.waitForSelector('[data-state=ready]');
    await page.focus('#elsewhere');
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('search-input');
    expect(await isOpen(page)).toBe(false);
  });
});

describe('the page that a result leads to', () => {
  const marks = (): Promise<readonly string[]> => page.evaluate(() => [...(CSS.highlights.get('found-words') ?? [])].map(String));

  it('marks the words, a symbol in pieces too, and forgets them on Esc; its address stays clean', async () => {
    await visit(page, site, '/docs/?find=bank+conflict+__syncthreads#elsewhere');
    await page.waitForFunction(() => CSS.highlights.has('found-words'));
    expect(await marks()).toEqual(['Bank', 'conflicts', 'bank', '__syncthreads']);
    expect(page.url()).toBe(`${site.origin}/docs/#elsewhere`);
    await page.keyboard.press('Escape');
    expect(await marks()).toEqual([]);
  });

  it('gets the words from the result', async () => {
    await open(page, site, '/docs/', 'bank conflict');
    const [request] = await Promise.all([page.waitForRequest(/\/en\/shared-bank-conflicts\//), page.keyboard.press('Enter')]);
    expect(new URL(request.url()).searchParams.get('find')?.split(' ')).toEqual(expect.arrayContaining(['bank', 'conflicts']));
    await page.waitForFunction(() => CSS.highlights.has('found-words'));
  });

  it('is not loaded anew where it is the one that is open', async () => {
    await open(page, site, '/docs/en/shared-bank-conflicts/', 'padding the tile');
    await page.evaluate(() => Object.assign(globalThis, { mark: 'same page' }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/shared-bank-conflicts/#*');
    expect(await isOpen(page)).toBe(false);
    expect(await page.evaluate(() => (globalThis as { mark?: string }).mark)).toBe('same page');
  });
});

describe('much to search', () => {
  it('is searched in a worker', async () => {
    const [started] = await Promise.all([page.waitForEvent('worker'), open(page, site, '/docs/big/', 'bank conflict')]);
    expect(started.url()).toContain('site-search-worker');
    expect(await page.textContent('.search-title')).toBe('Shared memory and bank conflicts');
  });

  it.each(['/docs/', '/docs/big/'])('answers on %s from what is there, and better once the rest of the index is', async (path) => {
    site.indexFiles = 'sharded';
    const arrival = Promise.withResolvers<undefined>();
    await page.route('**/search/*/*.json', async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await open(page, site, path, 'bank conflict');
    expect(await page.textContent('.search-title')).toBe('Shared memory and bank conflicts');
    expect(await page.locator('.search-text').count()).toBe(0);
    arrival.resolve(undefined);
    await page.waitForSelector('.search-text mark');
  });

  it('says so where the worker cannot read the index, and tries again', async () => {
    site.indexAnswer = { status: 500, type: 'text/plain', body: '' };
    await visit(page, site, '/docs/big/');
    await press(page);
    await page.waitForSelector('dialog[open] [data-state=failed]');
    await page.keyboard.type('warp');
    site.indexAnswer = undefined;
    await page.click('.search-retry');
    await page.waitForSelector(SELECTED);
  });
});
