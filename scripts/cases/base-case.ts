import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { readBasePath } from '../../src/discovery/site-address.ts';
import { launchChromium } from '../chromium.ts';
import { startSiteServer } from '../site-server.ts';
import type { HardCase } from './case-file.ts';
import { buildSmallSite, NOTE } from './small-site.ts';
import { unknownKeys, verdictOf, type Verdict } from './verdict.ts';

export const baseInput = z.object({ base: z.array(z.string()).min(1), checks: z.array(z.string()), navigations: z.array(z.string()) });

const SITE = 'https://notes.example';
/** What stands in the case for a folder of notes, and where the site's own note is. */
const EXAMPLE = { base: '/docs', note: '/notes/nvcc' } as const;

/** Builds a small site below each base, and reads it in a browser: with its server, and then without. */
export async function checkBases({ assert }: Pick<HardCase, 'assert'>, { base, navigations }: z.infer<typeof baseInput>, root: string): Promise<Verdict> {
  const failures: string[] = [];
  // Bases that differ in the slashes at their ends are one to the build.
  for (const given of new Set(base.map(readBasePath))) {
    const small = await buildSmallSite(root, base.find((each) => readBasePath(each) === given) ?? given, SITE);
    const { directory } = small;
    try {
      const path = encodeURI(given);
      const found = [...(await staticFailures(directory, path)), ...(await readingFailures(directory, path, navigations))];
      failures.push(...found.map((failure) => `below ${given}: ${failure}`));
    } finally {
      await small.remove();
    }
  }
  return verdictOf(failures, unknownKeys(assert, ['no_requests_outside_base']));
}

/** Addresses in the pages, the sitemap and the manifest that do not begin with the base, or that lead to no file. */
async function staticFailures(directory: string, base: string): Promise<readonly string[]> {
  const failures = new Set<string>();
  const check = (where: string, address: string): void => {
    const { origin, pathname } = new URL(address, SITE + base);
    if (origin !== SITE) return;
    const path = pathname.slice(base.length);
    const file = join(directory, decodeURI(path), pathname.endsWith('/') ? 'index.html' : '');
    const isTwice = base !== '/' && `/${path}`.includes(base);
    // The page for what there is not stands for all addresses, and names its own in each language.
    const isThere = where === '404.html' || existsSync(file);
    if (!pathname.startsWith(base) || isTwice || !isThere) failures.add(`${where} has ${address}`);
  };
  for await (const page of glob('**/*.html', { cwd: directory })) {
    const html = (await readFile(join(directory, page), 'utf8')).replace(/<meta http-equiv[^>]*>/gu, '');
    for (const [, name = '', value = ''] of html.matchAll(/\s(href|src|srcset|value|content)="((?:\/|https:\/\/notes\.example)[^"]*)"/gu)) {
      const addresses = name === 'srcset' ? value.split(',').map((each) => each.trim().split(' ')[0] ?? '') : [value];
      for (const address of addresses) check(page, address);
    }
  }
  const sitemap = await readFile(join(directory, 'sitemap-0.xml'), 'utf8');
  for (const [, address = ''] of sitemap.matchAll(/(?:<loc>|href=")([^<"]+)/gu)) check('the sitemap', address);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(directory, 'manifest.webmanifest'), 'utf8')));
  for (const address of [manifest.start_url, manifest.scope, ...manifest.icons.map(({ src }) => src)]) check('the manifest', address);
  return [...failures].slice(0, 5);
}

const manifestSchema = z.object({ start_url: z.string(), scope: z.string(), icons: z.array(z.object({ src: z.string() })) });

async function readingFailures(directory: string, base: string, navigations: readonly string[]): Promise<readonly string[]> {
  await using ends = new AsyncDisposableStack();
  const site = await startSiteServer({ directory, base, port: 0, localKernel: () => null });
  ends.defer(() => site.stop());
  const browser = await launchChromium();
  ends.defer(() => browser.close());
  const context = await browser.newContext();
  const outside = watchOutside(context, site.origin + base);
  const page = await context.newPage();
  const failures: string[] = [];
  await page.goto(site.origin + base);
  const scope = await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.scope));
  if (scope !== site.origin + base) failures.push(`the worker's scope is ${scope}`);
  if (!(await loadsFormulaFont(page, `${site.origin}${base}${NOTE}/`))) failures.push('formulas have no font');
  if (!(await finds(page))) failures.push('search finds nothing');
  const paths = [...navigations.map((path) => ownPath(path, base)), `${base}${NOTE}/index.html`, `${base}${NOTE}`];
  for (const path of paths) failures.push(...(await navigationFailure(page, site.origin + path, 'online')));
  await site.stop();
  for (const path of paths.filter((each) => `${each}/` !== base)) failures.push(...(await navigationFailure(page, site.origin + path, 'offline')));
  return [...failures, ...outside.map((url) => `${url} is asked for`)];
}

/** The address of a navigation in the case, on this site. */
function ownPath(path: string, base: string): string {
  const below = path.replace(new RegExp(`^${EXAMPLE.base}`, 'u'), base.slice(0, -1)).replace(EXAMPLE.note, `/${NOTE}`);
  return below === '' ? '/' : below;
}

function watchOutside(context: BrowserContext, start: string): readonly string[] {
  const outside: string[] = [];
  context.on('request', (request) => {
    const isNavigation = request.isNavigationRequest();
    if (/^https?:/u.test(request.url()) && !request.url().startsWith(start) && !isNavigation) outside.push(request.url());
  });
  return outside;
}

/** A page that there is shows a note or the home page; one that there is not shows the site's 404. */
async function navigationFailure(page: Page, url: string, when: 'online' | 'offline'): Promise<readonly string[]> {
  const isMissing = url.includes('/nope/');
  try {
    await page.goto(url);
  } catch (error) {
    return [`${url} does not open ${when}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`];
  }
  const shows404 = (await page.locator('main').innerText()).includes('404');
  return shows404 === isMissing ? [] : [`${url} shows ${shows404 ? 'the 404 page' : 'another page than the 404'} ${when}`];
}

async function loadsFormulaFont(page: Page, url: string): Promise<boolean> {
  await page.goto(url, { waitUntil: 'networkidle' });
  return page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].some(({ family, status }) => family.includes('KaTeX_Main') && status === 'loaded');
  });
}

async function finds(page: Page): Promise<boolean> {
  await page.waitForSelector('[data-open-search]:enabled');
  await page.keyboard.press('/');
  await page.waitForSelector('.search-input:focus');
  await page.keyboard.insertText('bank conflict');
  return page.waitForSelector('[role=option]', { timeout: 20_000 }).then(() => true, () => false);
}
