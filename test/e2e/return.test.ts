import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { kernelIds, startJupyterServer } from '../kernel/support/jupyter-server.ts';
import { cell, leavePage, pressInPanel, replaceCode, useStoredPages, type LiveSite } from './live-site.ts';

const BANKS = '/cuda/bank-conflicts/';
const WORKFLOW = '/nvcc/nvcc-what-and-workflow/';
const idle = 'kernel-bar[data-phase=idle]';

let live: LiveSite;
let context: BrowserContext;
let page: Page;

useStoredPages([BANKS, WORKFLOW], (opened) => { ({ site: live, context, page } = opened); });

afterEach(() => leavePage(page, live));

describe('a page that is reloaded', () => {
  it('takes its kernel up again, with all that it knows', async () => {
    await visit(BANKS);
    await replaceCode(page, 'bank-map', 'kept = 41');
    await run('bank-map');
    const before = await kernelIds(live.kernel);
    await page.reload();
    await page.waitForSelector(idle);
    expect(await kernelIds(live.kernel)).toEqual(before);
    await replaceCode(page, 'bank-map', 'print(kept + 1)');
    await run('bank-map');
    expect((await cell(page, 'bank-map').live.innerText()).trim()).toBe('42');
  });

  it('takes up the cell that runs, with what it had shown, and shows how it ends', async () => {
    await visit(BANKS);
    const folder = await mkdtemp(join(tmpdir(), 'warpnotes-go-'));
    const signal = join(folder, 'go');
    const code = `import os\nprint("begun", flush=True)\nwhile not os.path.exists(${JSON.stringify(signal)}): pass\nprint("ended")`;
    await replaceCode(page, 'bank-map', code);
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').live.getByText('begun').waitFor();
    await page.reload();
    await cell(page, 'bank-map').reaches('running');
    await cell(page, 'bank-map').live.getByText('begun').waitFor();
    await writeFile(signal, '');
    await cell(page, 'bank-map').reaches('ok');
    expect((await cell(page, 'bank-map').live.innerText()).split('\n').filter((line) => /^\w+$/u.test(line))).toEqual(['begun', 'ended']);
    await rm(folder, { recursive: true });
  });

  it('can stop the cell that it took up', async () => {
    await visit(BANKS);
    await replaceCode(page, 'bank-map', 'print("begun", flush=True)\nwhile True: pass');
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').live.getByText('begun').waitFor();
    await page.reload();
    await cell(page, 'bank-map').reaches('running');
    await cell(page, 'bank-map').stop();
    await cell(page, 'bank-map').reaches('interrupted', 20_000);
  });

  it('lets its kernel go where it is left again before it has taken it up', async () => {
    await visit(BANKS);
    await run('bank-map');
    await page.reload({ waitUntil: 'domcontentloaded' });
    await leavePage(page, live);
  });

  it('lets its kernel go where the token was typed in and not kept, since nobody could come back to it', async () => {
    const chosen = await startJupyterServer(live.site.origin);
    try {
      await visit(BANKS);
      await page.locator('kernel-bar [data-action=connect]').click();
      await page.locator('#kernel-address').fill(chosen.url);
      await page.locator('#kernel-token').fill(chosen.token);
      await page.locator('.kernel-dialog [type=submit]').click();
      await page.waitForSelector(idle);
      expect(await kernelIds(chosen)).toHaveLength(1);
      await page.reload();
      await expect.poll(() => kernelIds(chosen), { timeout: 20_000 }).toEqual([]);
      await page.waitForSelector('kernel-bar[data-phase=off]');
    } finally {
      await chosen.stop();
    }
  });
});

describe('a kernel that the reader keeps', () => {
  it('goes on while the tab is elsewhere, and is taken up by a click on coming back', async () => {
    await visit(BANKS);
    await replaceCode(page, 'bank-map', 'kept = 41');
    await run('bank-map');
    await page.locator('.kernel-details summary').click();
    await page.getByLabel('Keep the kernel when I leave this page').check();
    await page.goto(live.site.origin + WORKFLOW);
    expect(await kernelIds(live.kernel)).toHaveLength(1);
    await visit(BANKS);
    await page.locator('.kernel-kept').getByText('Your kernel still runs').waitFor();
    expect(await page.locator('kernel-bar').getAttribute('data-phase')).toBe('off');
    await page.locator('[data-action=take-up]').click();
    await page.waitForSelector(idle);
    await replaceCode(page, 'bank-map', 'print(kept + 1)');
    await run('bank-map');
    expect((await cell(page, 'bank-map').live.innerText()).trim()).toBe('42');
    // The wish holds until the reader takes it back.
    expect(await page.getByLabel('Keep the kernel when I leave this page').isChecked()).toBe(true);
    await pressInPanel(page, 'disconnect');
  });

  it('can be shut down from the page that comes back, without being taken up', async () => {
    await visit(BANKS);
    await run('bank-map');
    await page.locator('.kernel-details summary').click();
    await page.getByLabel('Keep the kernel when I leave this page').check();
    await page.goto(live.site.origin + WORKFLOW);
    await visit(BANKS);
    await page.locator('[data-action=end-kept]').click();
    await expect.poll(() => kernelIds(live.kernel), { timeout: 20_000 }).toEqual([]);
    await page.waitForSelector('kernel-bar[data-phase=off]');
    expect(await page.locator('.kernel-kept').isVisible()).toBe(false);
  });
});

describe('leaving while a cell runs', () => {
  it('asks first, and a reader who stays loses nothing', async () => {
    await visit(BANKS);
    await replaceCode(page, 'bank-map', 'print("begun", flush=True)\nwhile True: pass');
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').live.getByText('begun').waitFor();
    const asked = page.waitForEvent('dialog');
    const left = page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await left;
    expect(await cell(page, 'bank-map').root.getAttribute('data-state')).toBe('running');
    await pressInPanel(page, 'disconnect');
    await cell(page, 'bank-map').reaches('interrupted');
  });
});

describe('two tabs', () => {
  it('have a kernel each, and do not mix their outputs', async () => {
    await visit(BANKS);
    const other = await context.newPage();
    await other.goto(live.site.origin + BANKS);
    for (const [tab, text] of [[page, 'first'], [other, 'second']] as const) {
      await replaceCode(tab, 'bank-map', `print("${text}")`);
      await cell(tab, 'bank-map').run();
    }
    for (const [tab, text] of [[page, 'first'], [other, 'second']] as const) {
      await cell(tab, 'bank-map').reaches('ok');
      expect((await cell(tab, 'bank-map').live.innerText()).trim()).toBe(text);
    }
    expect(await kernelIds(live.kernel)).toHaveLength(2);
    await other.goto('about:blank');
  });
});

/** Opens a page of a site that this browser has visited before: its worker is there. */
async function visit(path: string): Promise<void> {
  await page.goto(live.site.origin + path);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

async function run(id: string): Promise<void> {
  await cell(page, id).run();
  await cell(page, id).reaches('ok');
}
