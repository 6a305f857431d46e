import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sanitizeBuildHtml } from '../../src/output/sanitize-build.ts';
import { globalScript, type OfflinePage, openOfflinePage } from './chromium-page.ts';
import { fixtureHtml } from './fixture-outputs.ts';

declare global {
  interface Window {
    __pwned?: unknown;
    sanitizing: typeof import('../../src/output/sanitize-browser.ts');
  }
}

const names = ['g/g01-html-outputs', 'g/g05-css-injection', 'g/g07-dom-clobbering', 'a/a16-dataframe-dollars'];
const fixtures = names.flatMap(fixtureHtml);
let browser: OfflinePage;
let script: string;

beforeAll(async () => {
  script = await globalScript('../../src/output/sanitize-browser.ts', 'sanitizing');
  browser = await openOfflinePage();
}, 30_000);

beforeEach(async () => {
  await browser.page.goto('about:blank');
  await browser.page.setContent('<!doctype html><body><main id="host"></main></body>');
  await browser.page.addScriptTag({ content: script });
});

afterAll(() => browser.close());

/** Puts HTML into the page, sanitised or as it is, and waits until events of images and toggles have been handled. */
async function show(html: readonly string[], how: 'sanitised' | 'raw'): Promise<readonly string[]> {
  return browser.page.evaluate(
    async ([parts, mode]) => {
      const sanitize = mode === 'raw' ? (part: string) => part : window.sanitizing.createBrowserSanitizer();
      const host = document.querySelector('#host') as HTMLElement;
      const shown = parts.map((part) => {
        const box = document.createElement('div');
        box.innerHTML = sanitize(part);
        host.append(box);
        return box.innerHTML;
      });
      const images = [...host.querySelectorAll('img')].filter((image) => !image.complete);
      await Promise.all(images.map((image) => new Promise((resolve) => (image.onload = image.onerror = resolve))));
      for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      return shown;
    },
    [html, how] as const,
  );
}

it('lets no script run, no request out and no id in', async () => {
  const before = browser.requests.length;
  const shown = await show(fixtures, 'sanitised');
  expect(await browser.page.evaluate(() => window.__pwned)).toBeUndefined();
  expect(browser.requests.slice(before)).toEqual([]);
  expect(shown.join('')).not.toMatch(/\s(?:id|name|on\w+)=|<(?:script|style|form|input|base|meta|link|iframe|svg)\b/iu);
  expect(shown.join('')).not.toMatch(/position|margin|javascript:/iu);
  expect(shown.join('')).toContain('<td>$2.13 per hour_of use, $5.24 max</td>');
});

it('would notice a script and a request: the same HTML without the sanitiser makes both', async () => {
  const before = browser.requests.length;
  await show(['<details open ontoggle="window.__pwned=1">x</details>', '<img src="https://evil.example/x.png">'], 'raw');
  await browser.page.waitForFunction(() => window.__pwned === 1);
  expect(browser.requests.slice(before)).toEqual(['https://evil.example/x.png']);
});

it('agrees with the sanitiser of the build', async () => {
  const more = [
    '<img src="data:image/png;base64,AA==" alt="a"><img src="https://evil.example/a.png"><img src="blob:x" srcset="y 2x">',
    '<a href="https://e.org" target="_top" rel="opener">a</a><a href="/login">b</a><a href="//evil.example">c</a>',
    '<p class="output-callout dataframe" style="color: red; position: fixed; background: url(x)" data-cell="x">a</p>',
    '<td colspan="2">a</td><table><tr><td colspan="2" onclick="x()">b</td></tr></table><!-- note --><wbr>&lt;script&gt;',
    '<table width="640px" height="1e9"><tr><td width="99999" height="100000">a</td></tr></table><img src="blob:x" width="12.5">',
    '<details open><summary>s</summary>t</details><math><mi>x</mi></math><textarea>y</textarea><custom-element>z</custom-element>',
  ];
  const html = [...fixtures, ...more];
  const shown = await show(html, 'sanitised');
  const expected = await show(html.map(sanitizeBuildHtml), 'raw');
  expect(shown).toEqual(expected);
});

it('refuses a window without a DOM instead of handing HTML back unchanged', async () => {
  const attempt = browser.page.evaluate(() => {
    window.sanitizing.createBrowserSanitizer({} as Parameters<typeof window.sanitizing.createBrowserSanitizer>[0]);
  });
  await expect(attempt).rejects.toThrow('Use a current browser');
});
