import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSmallSite, type SmallSite } from '../../scripts/cases/small-site.ts';
import { startSiteServer } from '../../scripts/site-server.ts';
import { launchChromium } from '../support/chromium.ts';
import { projectRoot } from '../support/project-root.ts';

const BASE = '/warp/';
let small: SmallSite;
let directory: string;

/** The site as it is published below a folder of a host, with few notes. */
beforeAll(async () => {
  small = await buildSmallSite(projectRoot, BASE, 'https://notes.example');
  ({ directory } = small);
});

afterAll(() => small.remove());

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
