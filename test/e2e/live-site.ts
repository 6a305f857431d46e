import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startKernelServer, type KernelServer } from '../../scripts/kernel-server.ts';
import { ensurePythonEnvironment } from '../../scripts/python-environment.ts';
import { startSiteServer, type SiteServer } from '../../scripts/site-server.ts';
import { projectRoot } from '../support/project-root.ts';

/** What `npm start` brings up: the built site and a Jupyter server that accepts its pages. */
export interface LiveSite {
  readonly site: SiteServer;
  readonly kernel: KernelServer;
  stop(): Promise<void>;
}

export async function startLiveSite(): Promise<LiveSite> {
  let kernel: KernelServer | null = null;
  const site = await startSiteServer({ directory: join(projectRoot, 'dist'), base: '/', port: 0, localKernel: () => kernel });
  const environment = await ensurePythonEnvironment({ root: projectRoot, log: () => undefined });
  if (environment.kind === 'unavailable') throw new Error(environment.reason);
  const server = await startKernelServer({ root: projectRoot, origins: [site.origin], python: environment.python, log: () => undefined });
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
