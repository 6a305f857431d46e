import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { BANKS, editedCell, linkTo } from './edit-page.ts';
import { cell, type LiveSite, useLivePages } from './live-site.ts';

let live: LiveSite;
let browser: Browser;
let context: BrowserContext;
let page: Page;

useLivePages((opened) => { ({ site: live, browser, context, page } = opened); });

async function open(path: string): Promise<void> {
  await page.goto(live.site.origin + path);
}

describe('a link to an edited cell', () => {
  it('carries it to another reader, in both languages, and runs nothing', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(BANKS);
    await editedCell(page, 'bank-map').write('print("shared")');
    await editedCell(page, 'bank-map').press('Share');
    await editedCell(page, 'bank-map').notice.getByText('The link is copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(await editedCell(page, 'bank-map').notice.locator('input').inputValue()).toBe(link);
    expect(link).not.toContain(live.kernel.token);
    for (const [address, status, from] of [[link, 'from a link', 'came with a link'], [link.replace(BANKS, `/zh-cn${BANKS}`), '来自链接', '来自链接']] as const) {
      const elsewhere = await browser.newContext({ serviceWorkers: 'block' });
      const reading = await elsewhere.newPage();
      const asked: string[] = [];
      reading.on('request', (request) => asked.push(request.url()));
      await reading.goto(address);
      const root = reading.locator('run-cell[data-cell=bank-map]');
      await root.locator('.cell-edited', { hasText: status }).waitFor();
      expect(await root.locator('.ec-line .code').allTextContents()).toEqual(['print("shared")']);
      expect(await root.locator('.cell-notices').innerText()).toContain(from);
      expect(new URL(reading.url()).hash).toBe('');
      expect([await root.getAttribute('data-state'), await reading.locator('kernel-bar').getAttribute('data-phase')]).toEqual([null, 'off']);
      expect(asked.filter((url) => url.startsWith(live.kernel.url) || url.includes('local-kernel'))).toEqual([]);
      expect(await reading.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('warpnotes:edit')))).toEqual([]);
      await elsewhere.close();
    }
  });

  it('leaves the reader’s own edit alone, and each can be shown and kept', async () => {
    await open(BANKS);
    await editedCell(page, 'bank-map').write('print("mine")');
    await page.goto('about:blank');
    await page.goto(await linkTo(live.site.origin + BANKS, 'print("theirs")'));
    await page.locator('run-cell[data-code=linked]').waitFor();
    expect(await editedCell(page, 'bank-map').code()).toBe('print("theirs")');
    await editedCell(page, 'bank-map').press('Show my edit');
    expect([await editedCell(page, 'bank-map').code(), await editedCell(page, 'bank-map').status()]).toEqual(['print("mine")', 'edited']);
    await editedCell(page, 'bank-map').press('Show the link’s code');
    await editedCell(page, 'bank-map').press('Keep as my edit');
    expect(await editedCell(page, 'bank-map').status()).toBe('edited');
    await cell(page, 'bank-map').root.locator('.cell-undo').click();
    expect(await editedCell(page, 'bank-map').status()).toBe('from a link');
    await page.reload();
    expect(await editedCell(page, 'bank-map').code()).toBe('print("mine")');
  });

  it('runs by a press of Run at its cell, not along with others before that', async () => {
    await page.goto(await linkTo(live.site.origin + BANKS, 'print("from a link")'));
    await page.locator('run-cell[data-code=linked]').waitFor();
    await page.locator('kernel-bar [data-action=run-all]').click();
    await editedCell(page, 'bank-map').notice.getByText('other cells depend on it').waitFor();
    await cell(page, 'sweep-plot').run();
    expect(await page.locator('run-cell[data-state]').count()).toBe(0);
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').reaches('ok');
    expect((await cell(page, 'bank-map').live.innerText()).trim()).toBe('from a link');
  });

  it('is not taken for read because another code of its cell has run', async () => {
    await open(BANKS);
    await editedCell(page, 'bank-map').write('print("mine")');
    await page.goto('about:blank');
    await page.goto(await linkTo(live.site.origin + BANKS, 'print("theirs")'));
    await page.locator('run-cell[data-code=linked]').waitFor();
    await editedCell(page, 'bank-map').press('Show my edit');
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').reaches('ok');
    await editedCell(page, 'bank-map').press('Show the link’s code');
    await page.locator('kernel-bar [data-action=run-all]').click();
    await editedCell(page, 'bank-map').notice.getByText('other cells depend on it').waitFor();
    expect((await cell(page, 'bank-map').live.innerText()).trim()).toBe('mine');
  });

  it('with hostile content shows it as text, and warns of characters that cannot be seen', async () => {
    const hostile = '<img src=x onerror="hacked = 1"></div><script>hacked = 1</script>\u202e\n%%html\n<iframe src="javascript:hacked = 1">';
    await page.goto(await linkTo(live.site.origin + BANKS, hostile));
    await page.locator('run-cell[data-code=linked]').waitFor();
    expect(await editedCell(page, 'bank-map').code()).toBe(hostile.replace('\u202e', '•'));
    expect(await editedCell(page, 'bank-map').notice.innerText()).toContain('invisible characters');
    await editedCell(page, 'bank-map').edit();
    expect(await cell(page, 'bank-map').root.locator('.cm-specialChar').count()).toBe(1);
    expect(await cell(page, 'bank-map').root.locator('.cm-line :is(img:not(.cm-widgetBuffer), script, iframe)').count()).toBe(0);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });

  it.each([
    ['cut off', BANKS, '1.q1YqLE', 'is damaged'],
    ['cut off, in Chinese', `/zh-cn${BANKS}`, '1.q1YqLE', '已损坏'],
    ['nonsense', BANKS, '%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E', 'is damaged'],
    ['too long', BANKS, `1.${'A'.repeat(100_000)}`, 'more than 64 kB'],
    ['of another version', `/zh-cn${BANKS}`, '9.AAAA', '另一个版本'],
  ])('that is %s says so and changes nothing', async (_, path, packed, message) => {
    await page.goto(`${live.site.origin}${path}#edit=${packed}`);
    const notice = page.locator('.link-notice');
    await notice.waitFor();
    expect(await notice.innerText()).toContain(message);
    expect(new URL(page.url()).hash).toBe('');
    expect(await page.locator('run-cell:not([data-code=original])').count()).toBe(0);
  });

  it('for a cell that the page does not have says so', async () => {
    await page.goto(await linkTo(live.site.origin + BANKS, 'x', { cell: '"] , body' }));
    await page.locator('.link-notice', { hasText: 'not on this page' }).waitFor();
  });

  it('opens in a page that is open already', async () => {
    await open(BANKS);
    await page.evaluate((url) => { location.href = url; }, await linkTo(live.site.origin + BANKS, 'print("later")'));
    await page.locator('run-cell[data-code=linked]').waitFor();
    expect(await editedCell(page, 'bank-map').code()).toBe('print("later")');
  });
});
