import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { loadNotes } from '../../src/note/note-library.ts';
import { kernelIds, startJupyterServer } from '../kernel/support/jupyter-server.ts';
import { launchChromium } from '../support/chromium.ts';
import { projectRoot } from '../support/project-root.ts';
import { cell, knownReader, leavePage, pressInPanel, replaceCode, useLivePages, type LiveSite } from './live-site.ts';

const BANKS = '/cuda/bank-conflicts/';
const NEIGHBOUR = '/cuda/coalescing/';

let live: LiveSite;
let browser: Browser;
let context: BrowserContext;
let page: Page;

useLivePages((opened) => { ({ site: live, browser, context, page } = opened); });

afterEach(() => leavePage(page, live));

describe('a kernel ends with its page', () => {
  it('when the reader goes on to another note, also where the browser keeps the page for going back', async () => {
    const keeping = await launchChromium('back-forward-cache');
    page = await keeping.newPage(knownReader(live));
    await runBankMap();
    expect(await kernelIds(live.kernel)).toHaveLength(1);
    await page.locator(`nav a[href="${NEIGHBOUR}"]`).first().click();
    await page.waitForURL(`**${NEIGHBOUR}`);
    await expect.poll(() => kernelIds(live.kernel), { timeout: 20_000 }).toEqual([]);
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForSelector('kernel-bar[data-phase=off]');
    await keeping.close();
    page = await context.newPage();
  });

  it('also while it is still starting', async () => {
    await page.goto(live.site.origin + BANKS);
    // The page has the kernel's address now, and waits for its first answer.
    const connecting = page.waitForEvent('websocket');
    await cell(page, 'bank-map').run();
    await connecting;
    expect(await kernelIds(live.kernel)).toHaveLength(1);
  });
});

describe('a kernel that is lost', () => {
  it('ends the run that waits for it as unknown, and the next run gets a new one', async () => {
    await runBankMap();
    await replaceCode(page, 'bank-map', 'print("begun", flush=True)\nwhile True: pass');
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').live.getByText('begun').waitFor();
    await Promise.all((await kernelIds(live.kernel)).map(deleteKernel));
    await cell(page, 'bank-map').reaches('unknown', 20_000);
    expect(await page.locator('.kernel-state').innerText()).toContain('The kernel died');
    await replaceCode(page, 'bank-map', 'print("again")');
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').reaches('ok');
  });

  it('while nothing ran ends the next run as unknown instead of leaving it running', async () => {
    await runBankMap();
    await Promise.all((await kernelIds(live.kernel)).map(deleteKernel));
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').reaches('unknown', 20_000);
  });
});

describe('Stop', () => {
  it('is not lost while the cell is getting ready', async () => {
    // The worker would answer for the chunk before the route is asked.
    const plain = await browser.newContext({ serviceWorkers: 'block', ...knownReader(live) });
    page = await plain.newPage();
    await page.route('**/live-outputs*.js', async (route) => {
      await page.locator('run-cell[data-cell="bank-map"] .cell-stop').click();
      await route.continue();
    });
    await page.goto(live.site.origin + BANKS);
    await replaceCode(page, 'bank-map', 'while True: pass');
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').reaches('interrupted', 20_000);
    // What ends a kernel outlives its page, and such requests do not get through Playwright's routing.
    await page.unrouteAll();
    await pressInPanel(page, 'disconnect');
    await page.waitForSelector('kernel-bar[data-phase=off]');
    // A browser that is closed does not send what is still on its way.
    await expect.poll(() => kernelIds(live.kernel), { timeout: 20_000 }).toEqual([]);
    await plain.close();
    page = await context.newPage();
  });
});

describe('the server that the reader asked to keep for the tab', () => {
  it('is used on the next page, before the kernel of this computer', async () => {
    const chosen = await startJupyterServer(live.site.origin);
    try {
      await page.goto(live.site.origin + BANKS);
      await page.locator('kernel-bar [data-action=connect]').click();
      await page.locator('#kernel-address').fill(chosen.url);
      await page.locator('#kernel-token').fill(chosen.token);
      await page.getByLabel('Keep the token for this tab').check();
      await page.locator('.kernel-dialog [type=submit]').click();
      await page.waitForSelector('kernel-bar[data-phase=idle]');
      await page.goto(`${live.site.origin}/zh-cn${BANKS}`);
      await cell(page, 'bank-map').run();
      await cell(page, 'bank-map').reaches('ok');
      expect(await page.locator('.kernel-server').innerText()).toBe(new URL(chosen.url).host);
    } finally {
      await chosen.stop();
    }
  });
});

describe('what a page sends', () => {
  it('is the code of the note to the letter, for every cell', async () => {
    await page.goto(`${live.site.origin}/404.html`);
    for (const note of await loadNotes(projectRoot)) {
      if (note.locale !== 'en') continue;
      // Read as a browser reads it, which is the matter, and not laid out.
      const codes = await page.evaluate(async (address): Promise<Record<string, string>> => {
        const built = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
        return Object.fromEntries([...built.querySelectorAll<HTMLElement>('run-cell')].map((element) => {
          const lines = [...element.querySelectorAll('.cell-code .ec-line .code')].map((line) => line.textContent.replace(/\n$/u, ''));
          return [element.dataset['cell'] ?? '', lines.join('\n')];
        }));
      }, `/${note.id}/`);
      for (const { options, source } of note.cells) expect(codes[options.id], `${note.id} ${options.id}`).toBe(source);
    }
  });
});

describe('a display', () => {
  it('is updated by a later cell where it stands', async () => {
    await page.goto(live.site.origin + BANKS);
    await replaceCode(page, 'bank-map', 'from IPython.display import display\nshown = display("one", display_id=True)');
    await cell(page, 'bank-map').run();
    await cell(page, 'bank-map').reaches('ok');
    await replaceCode(page, 'sweep-plot', 'shown.update("two")');
    await page.locator('run-cell[data-cell="sweep-plot"]').evaluate((element) => element.setAttribute('data-depends', ''));
    await cell(page, 'sweep-plot').run();
    await cell(page, 'sweep-plot').reaches('ok');
    await cell(page, 'bank-map').live.getByText("'two'").waitFor();
  });
});

async function runBankMap(): Promise<void> {
  await page.goto(live.site.origin + BANKS);
  await cell(page, 'bank-map').run();
  await cell(page, 'bank-map').reaches('ok');
}

function deleteKernel(id: string): Promise<Response> {
  return fetch(`${live.kernel.url}api/kernels/${id}`, { method: 'DELETE', headers: { Authorization: `token ${live.kernel.token}` } });
}
