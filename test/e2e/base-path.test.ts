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

it('says to programs what each page is, by whole addresses below its base path', async () => {
  const site = `https://notes.example${BASE}`;
  const html = await readFile(join(directory, 'zh-cn/cuda/bank-conflicts/index.html'), 'utf8');
  const head = html.slice(0, html.indexOf('</head>'));
  const url = `${site}zh-cn/cuda/bank-conflicts/`;
  expect(head).toContain(`<link rel="canonical" href="${url}"`);
  expect([...head.matchAll(/hreflang="([^"]*)" href="([^"]*)"/gu)].map(([, language, href]) => [language, href])).toEqual([
    ['en', `${site}cuda/bank-conflicts/`], ['zh-CN', url], ['x-default', `${site}cuda/bank-conflicts/`],
  ]);
  const [, picture = ''] = /property="og:image" content="([^"]*)"/u.exec(head) ?? [];
  expect(picture).toBe(`${site}previews/zh-cn/cuda/bank-conflicts.png`);
  const png = await readFile(join(directory, picture.slice(site.length)));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/u.exec(head) ?? [];
  expect(JSON.parse(data)).toMatchObject({ '@graph': [{ '@type': 'TechArticle', url, inLanguage: 'zh-CN', image: picture }, { '@type': 'BreadcrumbList' }] });
  const text = async (file: string): Promise<string> => readFile(join(directory, file), 'utf8');
  expect(await text('zh-cn/cuda/bank-conflicts.md')).toMatch(/^# 存储体冲突\n[\s\S]*录制的输出：/u);
  expect(await text('llms.txt')).toContain(`(${site}cuda/bank-conflicts.md)`);
  expect(await text('zh-cn/rss.xml')).toContain(`<link>${url}</link>`);
  expect(await text('sitemap-0.xml')).toContain(`<loc>${url}</loc>`);
  expect(await text('robots.txt')).toContain(`Sitemap: ${site}sitemap-index.xml`);
});

it('keeps nothing offline that is for programs alone', async () => {
  const stored = (JSON.parse(await readFile(join(directory, 'stored-files.json'), 'utf8')) as readonly { readonly url: string }[]).map(({ url }) => url);
  expect(stored.filter((url) => /\.md$|previews|llms|rss\.xml|robots|sitemap/u.test(url))).toEqual([]);
  expect(stored).toContain(`${BASE}cuda/bank-conflicts/index.html`);
});

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
