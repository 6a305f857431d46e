import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { startSiteServer, type SiteServer } from '../../scripts/site-server.ts';
import { startJupyterServer } from '../kernel/support/jupyter-server.ts';
import { type OpenedPage, useBrowserPages } from '../support/browser-pages.ts';
import { projectRoot } from '../support/project-root.ts';

/** What `npm start` brings up: the built site and a Jupyter server that accepts its pages. */
export interface LiveSite {
  readonly site: SiteServer;
  readonly kernel: KernelServer;
  stop(): Promise<void>;
}

/** Hands each test of a file a new page of a live site, to a reader who has let this computer run code before. */
export function useLivePages(take: (opened: OpenedPage<LiveSite>) => void): void {
  useBrowserPages(startLiveSite, (live) => ({ viewport: { width: 1440, height: 1000 }, ...knownReader(live) }), take);
}

/** The same for a reader who comes for the first time. */
export function useFirstVisits(take: (opened: OpenedPage<LiveSite>) => void): void {
  useBrowserPages(startLiveSite, () => ({ viewport: { width: 1440, height: 1000 } }), take);
}

/** What the browser keeps of a reader who has let this computer run code before. */
export function knownReader({ site }: LiveSite): Pick<BrowserContextOptions, 'storageState'> {
  const localStorage = [{ name: 'warpnotes:allowed', value: '["local"]' }];
  return { storageState: { cookies: [], origins: [{ origin: site.origin, localStorage }] } };
}

/** Presses a button of the panel that the kernel bar unfolds. */
export async function pressInPanel(page: Page, action: 'restart' | 'disconnect'): Promise<void> {
  const panel = page.locator('.kernel-details');
  if (!(await panel.evaluate((details: HTMLDetailsElement) => details.open))) await panel.locator('summary').click();
  await panel.locator(`[data-action=${action}]`).click();
}

async function startLiveSite(): Promise<LiveSite> {
  let kernel: KernelServer | null = null;
  const site = await startSiteServer({ directory: join(projectRoot, 'dist'), base: '/', port: 0, localKernel: () => kernel });
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
  }, code);
}
