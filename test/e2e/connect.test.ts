import type { Browser, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { kernelIds, startJupyterServer } from '../kernel/support/jupyter-server.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { cell, leavePage, replaceCode, useFirstVisits, type LiveSite } from './live-site.ts';

const BANKS = '/cuda/bank-conflicts/';

let live: LiveSite;
let browser: Browser;
let page: Page;

useFirstVisits((opened) => { ({ site: live, browser, page } = opened); });

afterEach(() => leavePage(page, live));

const dialog = () => page.locator('.kernel-dialog');
const useThisComputer = () => dialog().locator('[data-known=local]').click();

describe('the first Run on a server', () => {
  it('names the address and sends nothing there before the reader agrees, and is not asked about again', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.goto(live.site.origin + BANKS);
    await cell(page, 'bank-map').run();
    await dialog().getByText(`Code runs on ${live.kernel.url}`).waitFor();
    expect(sent.filter((url) => url.startsWith(live.kernel.url))).toEqual([]);
    await useThisComputer();
    await cell(page, 'bank-map').reaches('ok');
    await page.goto(`${live.site.origin}/zh-cn${BANKS}`);
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').reaches('ok');
  });

  it('given up with Escape leaves the cell skipped, with its recording in place and no kernel', async () => {
    await page.goto(live.site.origin + BANKS);
    await cell(page, 'bank-map').run();
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await cell(page, 'bank-map').reaches('skipped');
    expect(await cell(page, 'bank-map').root.locator('.cell-recorded').innerText()).toContain('gcd(stride, 32)');
    expect(await kernelIds(live.kernel)).toEqual([]);
  });
});

describe('cells that are run before there is a kernel', () => {
  it('wait, start one kernel and run in the order of the clicks, each once', async () => {
    const started: string[] = [];
    page.on('request', (request) => { if (request.method() === 'POST') started.push(request.url()); });
    await page.goto(live.site.origin + BANKS);
    await replaceCode(page, 'bank-map', 'x = 20');
    await replaceCode(page, 'sweep-plot', 'x += 1; print(x)');
    await page.locator('run-cell[data-cell="sweep-plot"]').evaluate((element) => element.setAttribute('data-depends', ''));
    await cell(page, 'bank-map').run();
    await dialog().waitFor();
    expect(await cell(page, 'bank-map').status()).toBe('Waiting');
    // The dialog covers the page: the second click is a script's, as a click during the start would be the reader's.
    await useThisComputer();
    await cell(page, 'sweep-plot').run();
    await cell(page, 'sweep-plot').reaches('ok');
    expect((await cell(page, 'sweep-plot').live.innerText()).trim()).toBe('21');
    expect(started.filter((url) => new URL(url).pathname.endsWith('/api/kernels'))).toHaveLength(1);
  });

  it('run down to a cell and no further', async () => {
    await page.goto(live.site.origin + BANKS);
    for (const id of ['bank-map', 'stride-sweep', 'sweep-plot', 'transpose']) await cell(page, id).root.waitFor();
    await replaceCode(page, 'bank-map', 'print("one")');
    await page.locator('run-cell').evaluateAll((cells) => { for (const element of cells) element.setAttribute('data-language', 'python'); });
    await replaceCode(page, 'stride-sweep', 'print("two")');
    await replaceCode(page, 'sweep-plot', 'print("three")');
    await cell(page, 'sweep-plot').root.locator('.cell-run-above').click();
    await useThisComputer();
    await cell(page, 'sweep-plot').reaches('ok');
    expect((await cell(page, 'stride-sweep').live.innerText()).trim()).toBe('two');
    expect(await cell(page, 'transpose').root.getAttribute('data-state')).toBe(null);
  });
});

describe('the dialog', () => {
  it('asks for what each kind of server needs, and has no accessibility problem', async () => {
    await page.goto(`${live.site.origin}/zh-cn${BANKS}`);
    await page.locator('kernel-bar [data-action=connect]').click();
    await dialog().getByText('JupyterHub', { exact: true }).click();
    expect(await dialog().locator('#kernel-server-name').isVisible()).toBe(true);
    expect(await dialog().locator('#kernel-spec').isVisible()).toBe(false);
    await dialog().getByText('BinderHub', { exact: true }).click();
    expect(await dialog().locator('#kernel-spec').isVisible()).toBe(true);
    expect(await axeViolations(page, { within: '.kernel-dialog' })).toEqual([]);
  });

  it('says what is wrong with an address before anything is sent', async () => {
    await page.goto(live.site.origin + BANKS);
    await page.locator('kernel-bar [data-action=connect]').click();
    await page.locator('#kernel-address').fill('gpu.example.org:8888');
    await dialog().locator('[type=submit]').click();
    await dialog().locator('.kernel-error').getByText('https://gpu.example.org:8888/').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('kernel-address');
  });

  it('says the line that opens a server to this page, with its origin, to copy', async () => {
    await page.goto(live.site.origin + BANKS);
    await page.locator('kernel-bar [data-action=connect]').click();
    await dialog().locator('summary').click();
    await dialog().getByText(`npm run kernel -- --origin ${live.site.origin}`).waitFor();
    expect(await dialog().locator('[data-copy]').count()).toBeGreaterThan(2);
  });
});

describe('a server that cannot be used', () => {
  it('is told apart: one that accepts another page only, whose token is right, and one whose token is wrong', async () => {
    const server = await startJupyterServer('https://other.example');
    try {
      await page.goto(live.site.origin + BANKS);
      await page.locator('kernel-bar [data-action=connect]').click();
      await page.locator('#kernel-address').fill(server.url);
      await page.locator('#kernel-token').fill(server.token);
      await dialog().locator('[type=submit]').click();
      await dialog().locator('.kernel-error').getByText(`--ServerApp.allow_origin=${live.site.origin}`).waitFor();
      await page.locator('#kernel-token').fill('wrong');
      await dialog().locator('[type=submit]').click();
      await dialog().locator('.kernel-error').getByText('refused the token').waitFor();
      expect(await page.locator('iframe').count()).toBe(0);
    } finally {
      await server.stop();
    }
  });
});

describe('a connection', () => {
  it('that is given up before the client is loaded starts no kernel', async () => {
    const plain = await browser.newContext({ serviceWorkers: 'block' });
    const slow = await plain.newPage();
    const asked = Promise.withResolvers<null>();
    const goOn = Promise.withResolvers<null>();
    await slow.route('**/kernel-client*.js', async (route) => {
      asked.resolve(null);
      await goOn.promise;
      await route.continue();
    });
    await slow.goto(live.site.origin + BANKS);
    await slow.locator('kernel-bar [data-action=connect]').click();
    await slow.locator('[data-known=local]').click();
    await asked.promise;
    await slow.keyboard.press('Escape');
    const loaded = slow.waitForResponse(/kernel-client/u);
    goOn.resolve(null);
    await (await loaded).finished();
    await slow.waitForSelector('kernel-bar[data-phase=off]');
    expect(await kernelIds(live.kernel)).toEqual([]);
    await plain.close();
  });

  it('to a server that was started again with another token asks for that one, and goes on with a new kernel', async () => {
    const first = await startJupyterServer(live.site.origin);
    const port = Number(new URL(first.url).port);
    let second: KernelServer | null = null;
    try {
      await page.goto(live.site.origin + BANKS);
      await connectTo(first);
      await first.stop();
      second = await startJupyterServer(live.site.origin, port);
      await page.waitForSelector('kernel-bar[data-phase=unauthorized]', { timeout: 60_000 });
      await replaceCode(page, 'bank-map', 'print("after")');
      await cell(page, 'bank-map').run();
      await dialog().locator('.kernel-error').getByText('refused the token').waitFor();
      await page.locator('#kernel-token').fill(second.token);
      await dialog().locator('[type=submit]').click();
      await cell(page, 'bank-map').reaches('ok');
      expect((await cell(page, 'bank-map').live.innerText()).trim()).toBe('after');
    } finally {
      await Promise.all([first.stop(), second?.stop()]);
    }
  });
});

async function connectTo({ url, token }: KernelServer): Promise<void> {
  await page.locator('kernel-bar [data-action=connect]').click();
  await page.locator('#kernel-address').fill(url);
  await page.locator('#kernel-token').fill(token);
  await dialog().locator('[type=submit]').click();
  await page.waitForSelector('kernel-bar[data-phase=idle]');
}
