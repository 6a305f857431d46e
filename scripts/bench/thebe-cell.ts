import type { Page } from 'playwright-core';
import type { LocalKernel } from '../site-server.ts';
import { clickAndWatch } from './click-watch.ts';
import type { PageCell } from './our-cell.ts';

export const THEBE = { name: 'thebe', version: '0.9.3' };
export const THEBE_NAME = `Thebe ${THEBE.version}`;

/** Where a page with Thebe has its files: THEBE_PAGES/index.html and, beside it, the package's `lib`. */
export const THEBE_PAGES = 'thebe';

/** Thebe's script and style on a page; `body` as it is given. Options: https://thebe.readthedocs.io/en/stable/config_reference.html. */
export const thebePage = (config: string, body = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Thebe</title>
<link rel="stylesheet" href="/${THEBE_PAGES}/lib/thebe.css">
<script type="text/x-thebe-config">${config}</script>
<script src="/${THEBE_PAGES}/lib/index.js"></script>
</head>
<body>${body}</body>
</html>
`;

interface ThebeWindow {
  readonly thebe: {
    bootstrap(options: unknown): Promise<unknown>;
    readonly session?: { readonly kernel?: { readonly status: string } };
  };
}

/** A cell of Thebe for each code, on a kernel of the server, which is there when this resolves: clicks before that would be lost. */
export async function openThebeCells(page: Page, origin: string, { url, token }: LocalKernel, codes: readonly string[]): Promise<PageCell> {
  await page.goto(`${origin}/${THEBE_PAGES}/`, { waitUntil: 'networkidle' });
  await page.evaluate(async ([baseUrl, serverToken, texts]) => {
    for (const text of texts) {
      const cell = document.body.appendChild(document.createElement('pre'));
      cell.dataset['executable'] = 'true';
      cell.textContent = text;
    }
    await (window as unknown as ThebeWindow).thebe.bootstrap({
      ...{ useBinder: false, requestKernel: true, kernelOptions: { kernelName: 'python3' }, savedSessionOptions: { enabled: false } },
      serverSettings: { baseUrl, wsUrl: baseUrl.replace(/^http/u, 'ws'), token: serverToken, appendToken: true },
    });
  }, [url, token, codes] as const);
  const idle = () => page.waitForFunction(() => (window as unknown as ThebeWindow).thebe.session?.kernel?.status === 'idle');
  await idle();
  return {
    async run(code, limits) {
      const cell = `.thebe-cell:nth-of-type(${codes.indexOf(code) + 1})`;
      await page.bringToFront();
      const watched = await clickAndWatch(page, { button: `${cell} .thebe-run-button`, area: `${cell} .thebe-output` }, limits);
      await idle();
      return watched;
    },
  };
}
