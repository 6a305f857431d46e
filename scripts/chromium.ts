import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['google-chrome', 'google-chrome-stable', 'chrome'];

/** Without a sandbox (containers have none), and without requests of the browser's own. */
export const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts a headless Chromium; the caller closes it.
 * @param kept what browsers have and Playwright switches off by itself
 * @throws Error when no browser is found: set CHROMIUM_PATH
 */
export async function launchChromium(...kept: readonly 'back-forward-cache'[]): Promise<Browser> {
  const ignoreDefaultArgs = kept.map((feature) => `--disable-${feature}`);
  return chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArguments], ignoreDefaultArgs });
}

/** Of CHROMIUM_PATH, else where Linux puts it, else of Chrome on the PATH. @throws Error when there is none: set CHROMIUM_PATH */
export function chromiumPath(): string {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, but there is no such file: set it to a Chromium or Chrome binary`);
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = ['/usr/bin/chromium', '/usr/bin/chromium-browser', ...onPath].find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error('No Chromium found: install one (Debian: apt install chromium) or set CHROMIUM_PATH to a binary');
}
