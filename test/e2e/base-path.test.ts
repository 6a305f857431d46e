import { existsSync } from 'node:fs';
import { glob, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../scripts/run-command.ts';
import { startSiteServer } from '../../scripts/site-server.ts';
import { launchChromium } from '../support/chromium.ts';
import { projectRoot } from '../support/project-root.ts';

const BASE = '/warp/';
let directory: string;

/** The site as it is published below a folder of a host. */
beforeAll(async () => {
  await mkdir(join(projectRoot, '.warpnotes'), { recursive: true });
  directory = await mkdtemp(join(projectRoot, '.warpnotes', 'base-'));
  // Only what a shell would give: Vitest's own BASE_URL and MODE would reach the build.
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, BASE_PATH: BASE, SITE_URL: 'https://notes.example' };
  const astro = join(projectRoot, 'node_modules/astro/bin/astro.mjs');
  const result = await runCommand(process.execPath, [astro, 'build', '--outDir', directory], { cwd: projectRoot, env, onLine: () => undefined });
  if (result.kind === 'not-started') throw result.error;
  if (result.code !== 0) throw new Error(result.lines.slice(-20).join('\n'));
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

it('links only to files and headings that the site has', async () => {
  const pages = await Array.fromAsync(glob('**/*.html', { cwd: directory }));
  expect(pages.length).toBeGreaterThan(6);
  const dead = await Promise.all(pages.map(async (page) => {
    const html = await readFile(join(directory, page), 'utf8');
    const links = [...html.matchAll(/\s(?:href|src)="([^"]+)"/gu)].map(([, link = '']) => link);
    return Promise.all(links.filter((link) => !/^(?:https?|data):/u.test(link)).map(async (link) => ((await leads(html, link)) ? [] : `${page}: ${link}`)));
  }));
  expect(dead.flat(2)).toEqual([]);
});

async function leads(html: string, link: string): Promise<boolean> {
  const [path = '', anchor = ''] = link.split('#');
  if (path !== '' && !path.startsWith(BASE)) return false;
  const file = join(directory, decodeURI(path.slice(BASE.length).replace(/\?.*$/u, '')), path.endsWith('/') ? 'index.html' : '');
  if (path !== '' && !existsSync(file)) return false;
  if (anchor === '') return true;
  const target = path === '' ? html : await readFile(file, 'utf8');
  return target.includes(` id="${decodeURIComponent(anchor)}"`);
}

it('is read offline there too', async () => {
  const browser = await launchChromium();
  try {
    const site = await startSiteServer({ directory, base: BASE, port: 0, localKernel: () => null });
    const page = await browser.newPage();
    await page.goto(site.origin + BASE);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await site.stop();
    await page.goto(`${site.origin}${BASE}zh-cn/cuda/bank-conflicts/`);
    expect(await page.locator('h1').innerText()).toBe('存储体冲突');
  } finally {
    await browser.close();
  }
});
