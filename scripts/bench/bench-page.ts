import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import { ensureSiteBuilt } from '../site-build.ts';
import { type LocalKernel, startSiteServer } from '../site-server.ts';
import { type BenchContext, BenchUnavailable } from './bench.ts';

/** The note that stands for all: code, recordings, formulas and an interactive figure. */
export const NOTE_PATH = '/cuda/bank-conflicts/';

/** A folder that is served, and a page on which nothing has been opened yet. */
export interface BenchPage {
  readonly page: Page;
  readonly origin: string;
}

export interface BenchPageOptions {
  readonly directory: string;
  /** Asked with the origin once the folder is served; what it resolves to is the page's local kernel. */
  readonly localKernel?: (origin: string) => Promise<LocalKernel>;
}

/**
 * Serves a folder on the loopback interface and opens a fresh browser beside it. No service worker is registered, so
 * that what the page loads is not mixed with the offline copy of the whole site, and no other host is reached.
 */
export async function withBenchPage<T>(options: BenchPageOptions, visit: (at: BenchPage) => Promise<T>): Promise<T> {
  await using ends = new AsyncDisposableStack();
  let kernel: LocalKernel | null = null;
  const { directory } = options;
  const site = await startSiteServer({ directory, base: '/', port: 0, localKernel: () => kernel });
  ends.defer(() => site.stop());
  kernel = (await options.localKernel?.(site.origin)) ?? null;
  const browser = await launchChromium().catch((cause: unknown) => {
    throw new BenchUnavailable(cause instanceof Error ? cause.message : String(cause), { cause });
  });
  ends.defer(() => browser.close());
  // A reader who has let this computer run code before.
  const allowed = { origin: site.origin, localStorage: [{ name: 'warpnotes:allowed', value: '["local"]' }] };
  const browserContext = await browser.newContext({
    serviceWorkers: 'block', viewport: { width: 1440, height: 1000 }, storageState: { cookies: [], origins: [allowed] },
  });
  const page = await browserContext.newPage();
  const hosts: readonly string[] = [site.origin, kernel === null ? site.origin : new URL(kernel.url).origin];
  await browserContext.route((url) => !hosts.includes(url.origin), (route) => route.abort());
  return await visit({ page, origin: site.origin });
}

/** The built site's folder. Throws a BenchUnavailable where the site does not build. */
export async function builtSite({ root, say }: BenchContext): Promise<string> {
  say('building the site where it has changed');
  const result = await ensureSiteBuilt({ root, when: 'changed', log: say });
  if (result.kind === 'failed') throw new BenchUnavailable(`the site does not build:\n${result.output}`);
  return join(root, 'dist');
}
