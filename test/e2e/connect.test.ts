import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { kernelIds } from '../kernel/support/jupyter-server.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { cell, replaceCode, useFirstVisits, type LiveSite } from './live-site.ts';

const BANKS = '/cuda/bank-conflicts/';

let live: LiveSite;
let page: Page;

useFirstVisits((opened) => { ({ site: live, page } = opened); });

afterEach(async () => {
  await page.goto('about:blank');
  await expect.poll(() => kernelIds(live.kernel), { timeout: 20_000 }).toEqual([]);
});

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
    expect(await axeViolations(page)).toEqual([]);
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
