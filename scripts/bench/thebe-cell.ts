import type { Page } from 'playwright-core';
import type { LocalKernel } from '../site-server.ts';
import { clickAndWatch } from './click-watch.ts';
import { CELL, type PageCell } from './our-cell.ts';

export const THEBE = { name: 'thebe', version: '0.9.3' };
export const THEBE_NAME = `Thebe ${THEBE.version}`;

/** Folder of the pages with Thebe; the package's `lib` is in it. */
export const THEBE_PAGES = 'thebe';

/** Options: https://thebe.readthedocs.io/en/stable/config_reference.html. */
const thebeHead = (config: string): string => `<link rel="stylesheet" href="/${THEBE_PAGES}/lib/thebe.css">
<script type="text/x-thebe-config">${config}</script>
<script src="/${THEBE_PAGES}/lib/index.js"></script>
`;

/** A page with nothing but one cell, with no kernel. */
export const BARE_THEBE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Thebe</title>
${thebeHead('{ bootstrap: true, useBinder: false, requestKernel: false }')}</head>
<body><pre data-executable="true" data-language="python">print(1)</pre></body>
</html>
`;

/** A page of the site with its text and style, and Thebe's script in place of its own. */
export function withThebe(html: string): string {
  const still = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/gu, '');
  return still.replace('</head>', `${thebeHead('{ bootstrap: false }')}</head>`);
}

interface ThebeWindow {
  readonly thebe: {
    bootstrap(options: unknown): Promise<unknown>;
    readonly session?: { readonly kernel?: { readonly status: string } };
  };
}

/** A cell of Thebe where the note has ours. Its kernel is there when this resolves: clicks before that would be lost. */
export async function openThebeCell(page: Page, origin: string, { url, token }: LocalKernel, text: string): Promise<PageCell> {
  await page.goto(`${origin}/${THEBE_PAGES}/`, { waitUntil: 'networkidle' });
  await page.locator(CELL).first().evaluate((ours, code) => {
    const cell = document.createElement('pre');
    cell.dataset['executable'] = 'true';
    cell.textContent = code;
    ours.replaceWith(cell);
  }, text);
  await page.evaluate(([baseUrl, serverToken]) => (window as unknown as ThebeWindow).thebe.bootstrap({
    ...{ useBinder: false, requestKernel: true, kernelOptions: { kernelName: 'python3' }, savedSessionOptions: { enabled: false } },
    serverSettings: { baseUrl, wsUrl: baseUrl.replace(/^http/u, 'ws'), token: serverToken, appendToken: true },
  }).then(() => undefined), [url, token] as const);
  const idle = () => page.waitForFunction(() => (window as unknown as ThebeWindow).thebe.session?.kernel?.status === 'idle');
  await idle();
  return {
    async run(limits) {
      await page.bringToFront();
      const watched = await clickAndWatch(page, { button: '.thebe-run-button', area: '.thebe-output' }, limits);
      await idle();
      return watched;
    },
  };
}
