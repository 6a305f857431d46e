import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { kernelIds } from '../kernel/support/jupyter-server.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { cell, pressInPanel, replaceCode, useLivePages, type LiveSite } from './live-site.ts';

const BANKS = '/cuda/bank-conflicts/';
const WORKFLOW = '/nvcc/nvcc-what-and-workflow/';

let live: LiveSite;
let browser: Browser;
let page: Page;

useLivePages((opened) => { ({ site: live, browser, page } = opened); });

afterEach(async () => {
  // Each test has a kernel of its own; this shuts it down as a reader would.
  if (await page.locator('.kernel-details').isVisible()) {
    await pressInPanel(page, 'disconnect');
    await page.waitForSelector('kernel-bar[data-phase=off]');
  }
});

describe('a page before anything runs', () => {
  it('shows what an H200 printed, with the machine and the day, without JavaScript', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const reading = await plain.newPage();
    await reading.goto(live.site.origin + BANKS);
    const recorded = reading.locator('run-cell[data-cell="stride-sweep"] .cell-recorded');
    expect(await recorded.innerText()).toMatch(/stride 32: 3[12]\.\d+ cycles/u);
    expect(await recorded.innerText()).toMatch(/NVIDIA H200 · nvcc 13\.0\.\d+ · driver \S+ · 20\d\d-\d\d-\d\d/u);
    expect(await reading.locator('.cell-run').first().isVisible()).toBe(false);
    await plain.close();
  });

  it('asks no server for anything but its own files', async () => {
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.goto(live.site.origin + BANKS, { waitUntil: 'networkidle' });
    expect([...hosts]).toEqual([live.site.origin]);
  });
});

describe('running', () => {
  it('runs a Python cell on the local kernel by one click and keeps the recording beside it', async () => {
    await page.goto(live.site.origin + BANKS);
    const bankMap = cell(page, 'bank-map');
    await bankMap.run();
    await bankMap.reaches('ok');
    expect(await bankMap.live.innerText()).toContain('gcd(stride, 32) holds for strides 1 to 1024');
    expect(await bankMap.status()).toMatch(/^Done · \d/u);
    const said = bankMap.root.locator('.cell-comparison [role=status]');
    await said.filter({ hasText: 'The same as recorded on NVIDIA H200' }).waitFor();
    await bankMap.root.getByRole('tab', { name: 'Recorded' }).click();
    expect(await bankMap.root.locator('.cell-recorded').innerText()).toContain('NVIDIA H200');
  });

  it.skipIf(existsSync('/dev/nvidia0'))('compiles a CUDA cell where there is no GPU and says plainly that there is none', async () => {
    await page.goto(live.site.origin + WORKFLOW);
    const hello = cell(page, 'hello');
    await hello.run();
    await hello.reaches('error');
    const output = await hello.live.innerText();
    expect(output).toMatch(/Compiled in \d/u);
    expect(output).toContain('no NVIDIA driver');
    expect(output).toContain('exit code 1');
  });

  it('sets numbers beside those of the machine whose recording is chosen, on this page and the next', async () => {
    await page.goto(live.site.origin + WORKFLOW);
    const files = cell(page, 'files');
    const shown = files.root.locator('.cell-environment:visible');
    expect(await shown.innerText()).toContain('NVIDIA H200');
    await files.root.locator('machine-switch input').first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await shown.innerText()).toContain('without a GPU');
    expect(await cell(page, 'hello').root.locator('.cell-environment:visible').innerText()).toContain('NVIDIA H200');
    await page.reload();
    await shown.filter({ hasText: 'without a GPU' }).waitFor();
    await files.run();
    await files.reaches('ok');
    const compared = files.root.locator('.cell-comparison');
    await compared.getByText(/^\d+ numbers against a machine without a GPU: /u).waitFor();
    await compared.getByRole('button', { name: 'Compare' }).click();
    const row = compared.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'hello.cu', exact: true }) });
    expect(await row.innerText()).toMatch(/22\s+lines\s+22\s+lines\s+1\.00\s×/u);
    expect(await axeViolations(page, { within: 'run-cell[data-cell=files]' })).toEqual([]);
  });

  it('runs the cells that a cell depends on first, in Chinese too', async () => {
    await page.goto(`${live.site.origin}/zh-cn${WORKFLOW}`);
    const stages = cell(page, 'stages');
    await stages.run();
    await stages.reaches('ok');
    expect(await stages.live.innerText()).toMatch(/cudafe\+\+[\s\S]*cicc[\s\S]*ptxas/u);
    expect(await cell(page, 'hello').root.getAttribute('data-state')).toMatch(/^(?:ok|error)$/u);
    expect(await stages.status()).toContain('完成');
  });

  it('stops an endless cell and runs the next one', async () => {
    await page.goto(live.site.origin + BANKS);
    const endless = cell(page, 'bank-map');
    await replaceCode(page, 'bank-map', 'print("begun", flush=True)\nwhile True: pass');
    await endless.run();
    await endless.live.getByText('begun').waitFor();
    await endless.stop();
    await endless.reaches('interrupted', 10_000);
    await replaceCode(page, 'bank-map', 'print(6 * 7)');
    await endless.run();
    await endless.reaches('ok');
    expect((await endless.live.innerText()).trim()).toBe('42');
  });

  it('stops a program that nvcc built no more than a Python loop', async () => {
    await page.goto(live.site.origin + WORKFLOW);
    const hello = cell(page, 'hello');
    await replaceCode(page, 'hello', '#include <cstdio>\nint main() { std::puts("begun"); for (;;) {} }');
    await hello.run();
    await hello.live.getByText('begun', { exact: true }).waitFor({ timeout: 60_000 });
    await hello.stop();
    await hello.reaches('interrupted', 15_000);
  });

  it('streams output while the cell is running', async () => {
    await page.goto(live.site.origin + BANKS);
    const streaming = cell(page, 'bank-map');
    await replaceCode(page, 'bank-map', 'import os\nprint("first", flush=True)\nwhile not os.path.exists("go"): pass\nprint("second")');
    await streaming.run();
    await streaming.live.getByText('first').waitFor();
    expect(await streaming.root.getAttribute('data-state')).toBe('running');
    await streaming.stop();
    await streaming.reaches('interrupted', 10_000);
  });

  it('shows errors with colours, PNG pictures and text, each once', async () => {
    await page.goto(live.site.origin + BANKS);
    const failing = cell(page, 'bank-map');
    const picture = 'import matplotlib.pyplot as plt; plt.figure(figsize=(1, 1)); plt.plot([1, 2]); plt.show(); [][1]';
    await replaceCode(page, 'bank-map', `%matplotlib inline\n${picture}`);
    await failing.run();
    await failing.reaches('error');
    expect(await failing.live.locator('img[src^="data:image/png"]').count()).toBe(1);
    expect(await failing.live.locator('.output-error-title').innerText()).toBe('IndexError: list index out of range');
    expect(await failing.live.locator('.output-traceback [class*=ansi-]').count()).toBeGreaterThan(0);
  });

  it('skips the cells behind one that failed, and Restart begins anew', async () => {
    await page.goto(live.site.origin + BANKS);
    await replaceCode(page, 'bank-map', 'raise SystemError("broken")');
    await page.locator('kernel-bar [data-action=run-all]').click();
    await cell(page, 'bank-map').reaches('error');
    await cell(page, 'vector-access').reaches('skipped');
    await pressInPanel(page, 'restart');
    await page.waitForSelector('kernel-bar[data-phase=idle]');
    await replaceCode(page, 'bank-map', 'print("after")');
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').reaches('ok');
    expect((await cell(page, 'bank-map').live.innerText()).trim()).toBe('after');
  });
});

describe('leaving the page', () => {
  it('shuts its kernel down, so that no GPU memory stays taken', async () => {
    const others = await kernelIds(live.kernel); // of tests before, whose browser was closed
    await page.goto(live.site.origin + BANKS);
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').reaches('ok');
    const [own = ''] = (await kernelIds(live.kernel)).filter((id) => !others.includes(id));
    expect(own).not.toBe('');
    await page.goto('about:blank');
    await expect.poll(() => kernelIds(live.kernel), { timeout: 20_000 }).not.toContain(own);
  });
});

describe('the token', () => {
  it('is in no address, storage or markup of the page, and in no file of the site', async () => {
    await page.goto(live.site.origin + BANKS);
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').reaches('ok');
    const { token } = live.kernel;
    const places = await page.evaluate(() => JSON.stringify([
      location.href, history.length, document.referrer, document.cookie, document.documentElement.outerHTML,
      Object.entries(localStorage), Object.entries(sessionStorage),
    ]));
    expect(places).not.toContain(token);
    const file = await fetch(`${live.site.origin}/local-kernel.json`);
    expect(file.status).toBe(404);
  });
});

describe('without a local kernel', () => {
  it('asks for a server, says why a wrong token fails, and connects with the right one', async () => {
    await page.route('**/local-kernel.json', (route) => route.fulfill({ status: 404 }));
    await page.goto(live.site.origin + BANKS);
    await cell(page, 'bank-map').run();
    await page.locator('#kernel-address').fill(`${live.kernel.url}lab?token=wrong`);
    const connect = page.locator('.kernel-dialog [type=submit]');
    await connect.click();
    await page.locator('.kernel-error').filter({ hasText: 'refused the token' }).waitFor();
    await page.locator('#kernel-token').fill(live.kernel.token);
    await connect.click();
    await cell(page, 'bank-map').reaches('ok');
    expect(await page.evaluate(() => Object.values(localStorage).join(' '))).not.toContain(live.kernel.token);
  });
});
