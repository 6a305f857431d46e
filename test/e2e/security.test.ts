import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { kernelIds } from '../kernel/support/jupyter-server.ts';
import { projectRoot } from '../support/project-root.ts';
import { cell, useStoredPages, type LiveSite } from './live-site.ts';

const BANKS = '/cuda/bank-conflicts/';
const dist = join(projectRoot, 'dist');
/** Documents of frames, each with a policy of its own. */
const isFrame = (name: string): boolean => name.startsWith('output-frame/');

let live: LiveSite;
let page: Page;

useStoredPages(['/', BANKS, `/zh-cn${BANKS}`], (opened) => { ({ site: live, page } = opened); });

/** What the page's policy forbade, as the page itself is told. */
async function violations(): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { violations: string[] }).violations);
}

beforeEach(async () => {
  await page.addInitScript(() => {
    const found: string[] = [];
    Object.assign(window, { violations: found });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => { found.push(`${violatedDirective} ${blockedURI}`); });
  });
});

describe('the policy of a page', () => {
  it('is in every page of the site, before anything it must judge, and allows nothing unsafe but inline styles', async () => {
    const pages = (await Array.fromAsync(glob('**/*.html', { cwd: dist }))).filter((name) => !isFrame(name));
    expect(pages.length).toBeGreaterThan(6);
    for (const name of pages) {
      const html = await readFile(join(dist, name), 'utf8');
      const [tag = '', policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/u.exec(html) ?? [];
      expect(policy, name).toContain("default-src 'self'; script-src 'self' 'sha256-");
      expect(policy.replace("style-src 'self' 'unsafe-inline'", ''), name).not.toMatch(/unsafe|\*/u);
      expect(html.indexOf(tag), name).toBeLessThan(html.search(/<(?:script|link|style)\b/u));
    }
  });

  it('names the hash of each inline script that the page has, and no other', async () => {
    for await (const name of glob('**/*.html', { cwd: dist })) {
      if (isFrame(name)) continue;
      const html = await readFile(join(dist, name), 'utf8');
      // A parser of its own: the browser's.
      const { policy, scripts } = await page.evaluate((text) => {
        const parsed = new DOMParser().parseFromString(text, 'text/html');
        const inline = [...parsed.scripts].filter(({ src, type, text: code }) => src === '' && code !== '' && ['', 'module', 'speculationrules'].includes(type));
        return { policy: parsed.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '', scripts: inline.map(({ text: code }) => code) };
      }, html);
      const hashes = scripts.map((script) => `sha256-${createHash('sha256').update(script).digest('base64')}`);
      expect(new Set(policy.match(/sha256-[^']+/gu)), name).toEqual(new Set(hashes));
    }
  });

  it('is not broken by reading, searching, the dark theme, running and connecting', async () => {
    await page.goto(live.site.origin + BANKS, { waitUntil: 'networkidle' });
    await page.locator('.reading-button').click();
    await page.locator('[data-reading=theme][value=dark]').check({ force: true });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('bank');
    await page.locator('[role=option]').first().waitFor();
    await page.keyboard.press('Escape');
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').reaches('ok');
    expect(await violations()).toEqual([]);
    await page.goto(`${live.site.origin}/zh-cn${BANKS}`, { waitUntil: 'networkidle' });
    expect(await violations()).toEqual([]);
  });

  it('lets the dialog that asks for a server connect', async () => {
    await page.route('**/local-kernel.json', (route) => route.fulfill({ status: 404 }));
    await page.goto(live.site.origin + BANKS);
    await cell(page, 'bank-map').run();
    await page.locator('#kernel-address').fill(live.kernel.url);
    await page.locator('#kernel-token').fill(live.kernel.token);
    await page.locator('.kernel-dialog [type=submit]').click();
    await cell(page, 'bank-map').reaches('ok');
    expect(await violations()).toEqual([]);
  });

  it('keeps an injected script, a script of another host, a handler in markup, and a form from doing anything', async () => {
    await page.goto(live.site.origin + BANKS);
    const ends: string[] = [];
    page.on('requestfailed', (request) => { if (request.url().includes('evil')) ends.push(request.failure()?.errorText ?? ''); });
    page.on('requestfinished', (request) => { if (request.url().includes('evil')) ends.push('sent'); });
    const pwned = await page.evaluate(async () => {
      const inline = document.createElement('script');
      inline.textContent = 'window.pwned = "inline"';
      const elsewhere = document.createElement('script');
      elsewhere.src = 'https://evil.example/x.js';
      document.body.append(inline, elsewhere);
      const box = document.createElement('div');
      box.innerHTML = '<img src="data:," onerror="window.pwned = \'handler\'"><img src="https://evil.example/x.png"><form action="https://evil.example/"></form>';
      document.body.append(box);
      box.querySelector('form')?.submit();
      await new Promise((done) => { setTimeout(done, 500); });
      return 'pwned' in window;
    });
    expect(pwned).toBe(false);
    expect(ends).toEqual(ends.map(() => 'csp'));
    const kinds = (await violations()).map((text) => text.split(' ')[0]);
    expect(new Set(kinds)).toEqual(new Set(['script-src-elem', 'script-src-attr', 'img-src', 'form-action']));
  });
});

describe('a page', () => {
  it('refuses to be framed, also by the site itself', async () => {
    for (const path of [BANKS, '/', '/nothing/']) {
      const { headers } = await fetch(live.site.origin + path);
      expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
    await page.goto(`${live.site.origin}/404.html`);
    const framed = await page.evaluate(async (address) => {
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.append(frame);
      await new Promise((done) => { frame.onload = done; });
      try {
        return frame.contentDocument?.querySelector('run-cell') !== null && frame.contentDocument !== null;
      } catch (error) {
        return error instanceof DOMException ? false : String(error);
      }
    }, live.site.origin + BANKS);
    expect(framed).toBe(false);
  });

  it('starts no run and no kernel for clicks and keys that no reader made', async () => {
    const before = await kernelIds(live.kernel);
    await page.goto(live.site.origin + BANKS, { waitUntil: 'networkidle' });
    await page.evaluate(async () => {
      for (const button of document.querySelectorAll<HTMLElement>('run-cell button, kernel-bar button')) button.click();
      for (const each of document.querySelectorAll('run-cell')) {
        each.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));
      }
      await new Promise((done) => { setTimeout(done, 1000); });
    });
    expect(await page.locator('run-cell[data-state]').count()).toBe(0);
    expect(await kernelIds(live.kernel)).toEqual(before);
  });
});

describe('the token of a page that uses it', () => {
  it('is in no address but those of WebSockets, in no storage, referrer, history and console', async () => {
    const said: string[] = [];
    const addresses: string[] = [];
    const referrers: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('request', (request) => {
      addresses.push(request.url());
      referrers.push(request.headers()['referer'] ?? '');
    });
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    await page.goto(live.site.origin + BANKS);
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').reaches('ok');
    await page.goto(live.site.origin + '/');
    await page.goBack();
    const { token } = live.kernel;
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const cached = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)));
      return JSON.stringify([
        location.href, document.referrer, document.cookie, history.state, Object.entries(localStorage), Object.entries(sessionStorage),
        document.documentElement.outerHTML, cached,
      ]);
    });
    expect(addresses.filter((address) => address.includes(token))).toEqual([]);
    for (const [place, text] of Object.entries({ kept, said: said.join('\n'), referrers: referrers.join('\n') })) expect(text, place).not.toContain(token);
  });
});
