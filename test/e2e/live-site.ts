import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { startSiteServer, type SiteServer } from '../../scripts/site-server.ts';
import { kernelIds, startJupyterServer } from '../kernel/support/jupyter-server.ts';
import { type OpenedPage, useBrowserPages } from '../support/browser-pages.ts';
import { projectRoot } from '../support/project-root.ts';
import { copySite } from '../support/site-copy.ts';

/** What `npm start` brings up: the built site and a Jupyter server that accepts its pages. */
export interface LiveSite {
  readonly site: SiteServer;
  readonly kernel: KernelServer;
  stop(): Promise<void>;
}

const VIEW = { viewport: { width: 1440, height: 1000 } } as const;
/** A worker stores the whole site for each new reader: seconds of work beside what a test looks at. */
const NO_WORKER = { ...VIEW, serviceWorkers: 'block' } as const;

/** Hands each test of a file a new page of a live site without its worker, to a reader who has let this computer run code before. */
export function useLivePages(take: (opened: OpenedPage<LiveSite>) => void): void {
  useBrowserPages(() => startLiveSite(), (live) => ({ ...NO_WORKER, ...knownReader(live) }), take);
}

/** The same for a reader who comes for the first time. */
export function useFirstVisits(take: (opened: OpenedPage<LiveSite>) => void): void {
  useBrowserPages(() => startLiveSite(), () => NO_WORKER, take);
}

/** Pages of a live site that has a worker, and no other pages than these, to a reader who has let this computer run code before. */
export function useStoredPages(pages: readonly string[], take: (opened: OpenedPage<LiveSite>) => void): void {
  const start = async (): Promise<LiveSite> => {
    const copy = await copySite(pages);
    const live = await startLiveSite(copy.directory);
    return { ...live, stop: () => live.stop().then(() => copy.remove()) };
  };
  useBrowserPages(start, (live) => ({ ...VIEW, ...knownReader(live) }), take);
}

/** What the browser keeps of a reader who has let this computer run code before. */
export function knownReader({ site }: LiveSite): Pick<BrowserContextOptions, 'storageState'> {
  const localStorage = [{ name: 'warpnotes:allowed', value: '["local"]' }];
  return { storageState: { cookies: [], origins: [{ origin: site.origin, localStorage }] } };
}

/** Leaves a page as a link does, of which the page is told; all its kernels are gone then. */
export async function leavePage(page: Page, { kernel }: LiveSite): Promise<void> {
  await Promise.all([page.waitForURL('about:blank'), page.evaluate(() => { location.href = 'about:blank'; })]);
  await expect.poll(() => kernelIds(kernel), { timeout: 20_000 }).toEqual([]);
}

/** Presses a button of the panel that the kernel bar unfolds. */
export async function pressInPanel(page: Page, action: 'restart' | 'disconnect'): Promise<void> {
  const panel = page.locator('.kernel-details');
  if (!(await panel.evaluate((details: HTMLDetailsElement) => details.open))) await panel.locator('summary').click();
  await panel.locator(`[data-action=${action}]`).click();
}

async function startLiveSite(directory = join(projectRoot, 'dist')): Promise<LiveSite> {
  let kernel: KernelServer | null = null;
  const site = await startSiteServer({ directory, base: '/', port: 0, localKernel: () => kernel });
  const server = await startJupyterServer(site.origin);
  kernel = server;
  return { site, kernel: server, stop: async () => { await Promise.all([server.stop(), site.stop()]); } };
}

/** A cell of a page, found by its id. */
export function cell(page: Page, id: string) {
  const root = page.locator(`run-cell[data-cell="${id}"]`);
  return {
    root,
    run: () => root.locator('.cell-run').click(),
    stop: () => root.locator('.cell-stop').click(),
    status: () => root.locator('.cell-status').innerText(),
    live: root.locator('.cell-live'),
    /** Resolves when the cell is in a state such as `ok`, `error` or `interrupted`. */
    reaches: (state: string, timeout = 60_000) => page.waitForSelector(`run-cell[data-cell="${id}"][data-state="${state}"]`, { timeout }),
  };
}

/** Puts other code into a cell: what a page shows is what it sends. */
export async function replaceCode(page: Page, id: string, code: string): Promise<void> {
  await page.locator(`run-cell[data-cell="${id}"]`).evaluate((element, text) => {
    const lines = [...element.querySelectorAll('.cell-code .ec-line')];
    for (const line of lines.slice(1)) line.remove();
    const first = lines[0]?.querySelector('.code');
    if (!first) throw new Error('the cell has no code');
    first.textContent = text;
    element.querySelector<HTMLElement>('.cell-code pre')?.style.setProperty('--lines', String(text.split('\n').length));
  }, code);
}
