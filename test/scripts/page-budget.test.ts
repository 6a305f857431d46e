import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { overBudget, PAGE_BUDGET, weighBuiltPages } from '../../scripts/page-budget.ts';
import { PageScale } from '../../scripts/page-weight.ts';
import { temporaryProject } from '../note/note-text.ts';

const noise = (bytes: number): string => randomBytes(bytes).toString('latin1').replace(/[<>&"']/gu, 'x');
const size = (text: string): number => gzipSync(text, { level: 9 }).length;
const page = (head: string, body = ''): string => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

it('a page weighs what it loads by itself: its scripts with what they import, each file once, and nothing that comes later', async () => {
  const files = {
    'dist/_astro/a.js': 'import{b}from"./b.js";import("./later.js");const t="import x from \\"./none.js\\"";b(t);', 'dist/_astro/b.js': 'import"./a.js";export const b=1;',
    'dist/_astro/later.js': 'export{}', 'dist/_astro/s.css': 'a{color:red}',
  };
  const html = page('<link rel="stylesheet" href="/warp/_astro/s.css"><link rel="icon" href="/warp/_astro/i.svg"><script type="module" src="/warp/_astro/a.js"></script><script type="module" src="/warp/_astro/b.js"></script>',
    '<link rel="stylesheet" href="/warp/_astro/s.css"><p title="a > b">Text</p><script>inline()</script>');
  const root = await temporaryProject({ ...files, 'dist/index.html': html });
  expect(await new PageScale(`${root}/dist`).weigh('index.html')).toEqual({
    html: size(html), css: size(files['dist/_astro/s.css']), js: size(files['dist/_astro/a.js']) + size(files['dist/_astro/b.js']),
  });
});

it('names each page of a built site that is too heavy, with its bytes and its limit', async () => {
  const root = await temporaryProject({
    'dist/index.html': page('<script type="module" src="/_astro/big.js"></script>'), 'dist/_astro/big.js': `//${noise(30_000).replace(/[\r\n\u2028\u2029]/gu, 'x')}`,
    'dist/light/index.html': page('', '<p>Light</p>'), 'dist/heavy/index.html': page('', `<p title="${noise(120_000)}"></p>`),
  });
  const { pages, problems } = await weighBuiltPages(root);
  expect(pages).toBe(3);
  expect(problems.map(({ file, message }) => [file, message.replace(/[\d.]+ kB/gu, 'N')])).toEqual([
    ['dist/heavy/index.html', 'loads N before the first run (HTML N, CSS N, JavaScript N), N are allowed (gzip)'],
    ['dist/index.html', 'loads N of JavaScript before the first run, N are allowed (gzip)'],
  ]);
  expect(await weighBuiltPages(await temporaryProject({}))).toEqual({ pages: null, problems: [] });
});

it('holds notes to one limit, and lets the page of all figures be larger', () => {
  const weight = { html: PAGE_BUDGET.all - 25_000, css: 20_000, js: 10_000 };
  expect(overBudget('dist/cuda/a/index.html', weight)).toHaveLength(1);
  expect(overBudget('dist/cuda/a/index.html', { ...weight, css: 15_000 })).toEqual([]);
  expect(overBudget('dist/zh-cn/figures/index.html', weight)).toEqual([]);
});
