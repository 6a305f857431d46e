import { build } from 'esbuild';
import { chromium, type Browser, type Page } from 'playwright-core';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page of a real browser with no network: every request it makes is refused and noted. */
export interface OfflinePage {
  readonly page: Page;
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

/** CHROMIUM names the program; without it, Debian's path is used. */
export async function openOfflinePage(): Promise<OfflinePage> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const browser: Browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  const page = await browser.newPage();
  const requests: string[] = [];
  await page.route('**/*', (route) => {
    requests.push(route.request().url());
    return route.abort();
  });
  return { page, requests, close: () => browser.close() };
}

/** A script that makes the exports of a source module a global; `from` is relative to this folder. */
export async function globalScript(from: string, globalName: string): Promise<string> {
  const result = await build({
    entryPoints: [new URL(from, import.meta.url).pathname],
    bundle: true,
    format: 'iife',
    globalName,
    write: false,
  });
  const [file] = result.outputFiles;
  if (!file) throw new Error(`esbuild wrote nothing for ${from}`);
  return file.text;
}
