import type { AxeResults } from 'axe-core';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSiteServer, type SiteServer } from '../../scripts/site-server.ts';
import { buildServiceWorker } from '../../src/offline/build-service-worker.ts';
import { launchChromium } from '../support/chromium.ts';
import { projectRoot } from '../support/project-root.ts';
import { copySite, type SiteCopy } from '../support/site-copy.ts';
import { delayRegistration } from './delayed-registration.ts';

const NOTE = '/cuda/bank-conflicts/';
const NOTES = { en: NOTE, 'zh-cn': `/zh-cn${NOTE}` } as const;
const AXE = readFile(join(projectRoot, 'node_modules/axe-core/axe.min.js'), 'utf8');

let browser: Browser;
let site: SiteServer;
let copy: SiteCopy;
let directory: string;
let version = 0;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  copy = await copySite(['/', ...Object.values(NOTES)]);
  ({ directory } = copy);
  site = await startSiteServer({ directory, base: '/', port: 0, localKernel: () => null });
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
  await site.stop();
  await copy.remove();
});

/** A reader whose browser keeps the site as it is now. */
beforeEach(async () => {
  await publish();
  context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  page = await open(NOTE);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
});

afterEach(async () => {
  await context.close();
});

describe('a new version', () => {
  it('leaves the page as it is, offers itself, and comes by the button with one load', async () => {
    const old = await titleOf(page);
    const next = await publish();
    const loads = countLoads(page);
    await looksForUpdate(page);
    await hasTakenOver(page);
    expect([await titleOf(page), loads()]).toEqual([old, 0]);
    await reloadButton(page).press('Enter');
    await titleIs(page, next);
    await hasSettled(page);
    expect(loads()).toBe(1);
    expect(await prompt(page).innerText()).toBe('');
  });

  it('comes with the next navigation, also when it was put off', async () => {
    const next = await publish();
    await looksForUpdate(page);
    await prompt(page).getByRole('button', { name: 'Later' }).click();
    expect(await prompt(page).innerText()).toBe('');
    await hasTakenOver(page);
    const loads = countLoads(page);
    await page.goto(site.origin + NOTE);
    await titleIs(page, next);
    await hasSettled(page);
    expect(loads()).toBe(1);
  });
});

it('offers a new version also where it has taken over before the page could hear of it', async () => {
  const old = await titleOf(page);
  await page.addInitScript(delayRegistration);
  const next = await publish();
  await page.reload();
  await reloadButton(page).waitFor();
  expect(await titleOf(page)).toBe(old);
  await hasTakenOver(page);
  await reloadButton(page).click();
  await titleIs(page, next);
});

describe('a second tab', () => {
  it('keeps its page, is told, and still loads scripts that the new version has not', async () => {
    const other = await open(NOTES['zh-cn']);
    const old = await titleOf(other);
    const loads = countLoads(other);
    const [from, to] = await renameSearchDialog();
    const next = await publish();
    await looksForUpdate(page);
    await reloadButton(page).click();
    await titleIs(page, next);
    await other.getByRole('button', { name: '重新加载' }).waitFor();
    // The browser's own cache would hide that the file is gone from the server.
    const session = await context.newCDPSession(other);
    await session.send('Network.clearBrowserCache');
    const answered = other.waitForResponse((response) => response.url().endsWith(from));
    await other.keyboard.press('/');
    expect((await answered).fromServiceWorker()).toBe(true);
    await other.waitForSelector('.search-input:focus');
    await other.keyboard.insertText('存储体冲突');
    await other.waitForSelector('[role=option][aria-selected=true]');
    expect([await titleOf(other), loads()]).toEqual([old, 0]);
    expect((await fetch(`${site.origin}/_astro/${from}`)).status).toBe(404);
    await other.keyboard.press('Escape');
    await other.getByRole('button', { name: '重新加载' }).click();
    await titleIs(other, next);
    expect(await other.evaluate((file) => fetch(`/_astro/${file}`).then(({ status }) => status), to)).toBe(200);
  });
});

describe('the prompt', () => {
  it('stays while two tabs are open, in the language of the page, and axe knows of no violation in either scheme', async () => {
    await open('/');
    const old = await titleOf(page);
    await publish();
    for (const [locale, text] of [['en', /^A new version is ready\.\s+Reload\s+Later$/u], ['zh-cn', /^新版本已就绪。\s+重新加载\s+稍后$/u]] as const) {
      await page.goto(site.origin + NOTES[locale]);
      await reloadButton(page).waitFor();
      expect([await prompt(page).innerText(), await titleOf(page)]).toEqual([expect.stringMatching(text), old]);
      await page.evaluate(await AXE);
      expect([...await violations(page, 'light'), ...await violations(page, 'dark')], locale).toEqual([]);
    }
  });

  it('covers neither the kernel bar nor the end of the page at 390 px', async () => {
    await publish();
    await looksForUpdate(page);
    const { top, bar, end } = await page.evaluate(() => {
      const box = (selector: string): DOMRect | undefined => document.querySelector(selector)?.getBoundingClientRect();
      // A bar that has something to say floats.
      document.querySelector('kernel-bar')?.setAttribute('data-phase', 'ready');
      const bar = box('kernel-bar')?.bottom;
      window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
      return { top: box('.update-prompt')?.top ?? 0, bar, end: box('.page')?.bottom };
    });
    expect(bar).toBeLessThanOrEqual(top);
    // A scroll position has no fractions.
    expect(Math.floor(end ?? Infinity)).toBeLessThanOrEqual(top);
  });
});

it('lets requests for anything but the files of the site go past the worker', async () => {
  const byWorker = new Map<string, boolean>();
  page.on('response', (response) => byWorker.set(new URL(response.url()).pathname, response.fromServiceWorker()));
  const paths = ['/local-kernel.json', '/api/kernels', '/jupyter/lab/_astro/page.js', '/search/en.json'];
  await page.evaluate(async (all) => { for (const path of all) await fetch(path); }, paths);
  expect(paths.map((path) => byWorker.get(path))).toEqual([false, false, false, true]);
});

async function open(path: string): Promise<Page> {
  const opened = await context.newPage();
  await opened.goto(site.origin + path);
  await opened.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await opened.waitForSelector('[data-open-search]:enabled');
  return opened;
}

/** Gives both notes a new title and builds the worker anew. */
async function publish(): Promise<string> {
  version += 1;
  const title = `Version ${version}`;
  for (const path of Object.values(NOTES)) {
    const file = join(directory, path, 'index.html');
    const html = await readFile(file, 'utf8');
    await writeFile(file, html.replace(/(<h1[^>]*>)[^<]*/u, `$1${title}`));
  }
  await buildServiceWorker(directory, '/');
  return title;
}

/** As if the search dialog had been edited: its file has another name, and the script that loads it knows. */
async function renameSearchDialog(): Promise<readonly [from: string, to: string]> {
  const folder = join(directory, '_astro');
  const files = await readdir(folder);
  const from = files.find((file) => /^site-search-dialog\..*\.js$/u.test(file)) ?? '';
  const to = 'site-search-dialog.edited0.js';
  await rename(join(folder, from), join(folder, to));
  for (const file of files.filter((each) => each.endsWith('.js') && each !== from)) {
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), text.replaceAll(from, to));
  }
  return [from, to];
}

function prompt(of: Page): Locator {
  return of.locator('.update-prompt[role=status]');
}

function reloadButton(of: Page): Locator {
  return prompt(of).getByRole('button').first();
}

function titleOf(of: Page): Promise<string> {
  return of.locator('h1').innerText();
}

async function titleIs(of: Page, title: string): Promise<void> {
  await of.locator('h1').getByText(title, { exact: true }).waitFor();
}

/** As when a reader comes back to the tab. */
async function looksForUpdate(of: Page): Promise<void> {
  await of.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await reloadButton(of).waitFor();
}

/** The new version answers this page, and none waits. */
async function hasTakenOver(of: Page): Promise<void> {
  await of.waitForFunction(async () => {
    const { active, waiting, installing } = await navigator.serviceWorker.ready;
    return active?.state === 'activated' && !waiting && !installing && navigator.serviceWorker.controller === active;
  });
}

/** No newer version is on its way and nothing more is loading: what would reload again had its chance. */
async function hasSettled(of: Page): Promise<void> {
  await of.waitForLoadState('networkidle');
  await of.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    await new Promise((resolve) => { requestIdleCallback(resolve); });
  });
}

function countLoads(of: Page): () => number {
  let loads = 0;
  of.on('framenavigated', (frame) => { if (frame === of.mainFrame()) loads += 1; });
  return () => loads;
}

async function violations(of: Page, theme: 'light' | 'dark'): Promise<readonly string[]> {
  await of.evaluate((value) => { document.documentElement.dataset['theme'] = value; }, theme);
  // The script is a string: axe is known in the page only.
  const { violations: found } = await of.evaluate<AxeResults>('axe.run(".update-prompt")');
  return found.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}
