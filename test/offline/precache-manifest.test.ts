import { describe, expect, it } from 'vitest';
import { precacheManifest } from '../../src/offline/precache-manifest.ts';
import { temporaryProject } from '../note/note-text.ts';

const urls = async (files: readonly string[], base = '/'): Promise<readonly string[]> => {
  const root = await temporaryProject(Object.fromEntries(files.map((file) => [file, file])));
  return (await precacheManifest(root, base)).map(({ url }) => url);
};

describe('precacheManifest', () => {
  it('lists every file of the site in a stable order, under the base path', async () => {
    const files = ['index.html', 'cuda/b/index.html', '_astro/page.a1B2.js', 'cuda/a/index.html', '404.html', 'zh-cn/index.html', 'CNAME'];
    const expected = ['404.html', 'CNAME', '_astro/page.a1B2.js', 'cuda/a/index.html', 'cuda/b/index.html', 'index.html', 'zh-cn/index.html'];
    expect(await urls(files, '/notes/')).toEqual(expected.map((file) => `/notes/${file}`));
    expect(await urls(files.toReversed(), '/notes/')).toEqual(expected.map((file) => `/notes/${file}`));
  });

  it('leaves out font formats that nobody asks for, the worker itself and what is for crawlers', async () => {
    expect(await urls(['a.ttf', 'a.woff', 'a.woff2', 'a.js.map', 'sw.js', 'robots.txt', 'sitemap-index.xml', 'docs/sw.js', 'answer.js']))
      .toEqual(['/a.woff2', '/answer.js']);
  });

  it('leaves out downloads, which are kept once they were asked for', async () => {
    expect(await urls(['downloads/cuda/a.ipynb', 'zh-cn/downloads/index.html', 'downloads.html'])).toEqual(['/downloads.html', '/zh-cn/downloads/index.html']);
  });

  it('takes no folder for a file, whatever its name', async () => {
    expect(await urls(['v1.2/page.html'])).toEqual(['/v1.2/page.html']);
  });

  it('writes names as a browser does in its requests', async () => {
    const names = ['a b.html', '中文.html', 'c#1.html', 'd?e.html', '100%.html', 'f[g].html', 'h+i&j,k@l.html'];
    const found = await urls(names);
    expect(found).toContain('/c%231.html');
    const asked = names.map((name) => new URL(`/${name.replace(/[%#?]/gu, encodeURIComponent)}`, 'https://example.org').pathname);
    expect(new Set(found)).toEqual(new Set(asked));
    expect(found.map((url) => decodeURIComponent(url.slice(1))).toSorted()).toEqual(names.toSorted());
  });

  it('gives a file a new revision when its content changes, and only then', async () => {
    const revision = async (text: string) => (await precacheManifest(await temporaryProject({ 'a.html': text }), '/'))[0]?.revision;
    expect(await revision('one')).toBe(await revision('one'));
    expect(await revision('one')).not.toBe(await revision('two'));
    expect(await revision('one')).toMatch(/^[0-9a-f]{16}$/u);
  });
});
