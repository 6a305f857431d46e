import { build } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OpenedPage, useBrowserPages } from '../support/browser-pages.ts';

const ROOT = new URL('../../', import.meta.url);
const ENTRY = "import { liveLabels } from './live-context.ts'; import { LiveOutputs } from './live-outputs.ts';" +
  "Object.assign(window, { labels: await liveLabels(), LiveOutputs });" +
  "customElements.define('run-cell', class extends HTMLElement {});";
const STYLES = [
  'node_modules/@astrojs/starlight/dist/style/props.css', 'node_modules/katex/dist/katex.min.css',
  'src/styles/theme.css', 'src/styles/cell.css', 'src/styles/output.css',
];

declare global {
  interface Window {
    labels: import('../../src/output/labels.ts').OutputLabels;
    LiveOutputs: typeof import('../../src/elements/live-outputs.ts').LiveOutputs;
    live: import('../../src/elements/live-outputs.ts').LiveOutputs;
    other: import('../../src/elements/live-outputs.ts').LiveOutputs;
  }
}

export interface OutputSite {
  /** Without a slash at the end. */
  readonly origin: string;
  /** Paths that were asked for. */
  readonly served: readonly string[];
  readonly stop: () => Promise<void>;
}

/** Hands each test of a file a new page with two empty cells, whose live outputs are `window.live` and `window.other`. */
export function useOutputPages(take: (opened: OpenedPage<OutputSite>) => void): void {
  useBrowserPages(serveOutputSite, () => ({ viewport: { width: 1440, height: 900 } }), take);
}

/** Opens the page in a language and waits for its live outputs. */
export async function openOutputPage({ page, site }: OpenedPage<OutputSite>, locale: 'en' | 'zh-cn' = 'en'): Promise<void> {
  await page.goto(`${site.origin}/${locale}/`);
  await page.waitForFunction(() => typeof window.LiveOutputs === 'function');
  await page.evaluate(() => {
    const container = (id: string): HTMLElement => {
      const found = document.querySelector<HTMLElement>(`[data-cell=${id}] .cell-live`);
      if (!found) throw new Error(`the page has no cell ${id}`);
      return found;
    };
    window.live = new window.LiveOutputs(container('first'), window.labels);
    window.other = new window.LiveOutputs(container('second'), window.labels);
  });
}

/** Serves the bundled live outputs on a bare page, with the styles of the site and the document of its frames. */
export async function serveOutputSite(): Promise<OutputSite> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: new URL('src/elements', ROOT).pathname, loader: 'ts' },
    ...{ bundle: true, splitting: true, format: 'esm', target: 'es2024', write: false, outdir: '/assets', entryNames: 'entry', loader: { '.css': 'file' } },
    define: { 'import.meta.env.BASE_URL': '"/"' },
  });
  const scripts = new Map(outputFiles.map(({ path, text }) => [path, text]));
  const css = STYLES.map((path) => readFileSync(new URL(path, ROOT), 'utf8')).join('\n').replaceAll('url(fonts/', 'url(/fonts/');
  const served: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    served.push(pathname);
    const script = scripts.get(pathname);
    const file = new URL(pathname.startsWith('/fonts/') ? `node_modules/katex/dist${pathname}` : `public${pathname}`, ROOT);
    const isFile = !pathname.endsWith('/') && existsSync(file);
    response.setHeader('content-type', script === undefined ? 'text/html; charset=utf-8' : 'text/javascript');
    response.end(script ?? (isFile ? readFileSync(file) : pageHtml(pathname, css)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served,
    stop: async () => { await new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); }); },
  };
}

function cellHtml(id: string): string {
  return `<run-cell class="not-content" data-cell="${id}" data-state="running"><div class="cell-bar"><button class="cell-stop" type="button">Stop</button></div>` +
    '<div class="cell-live cell-outputs" tabindex="0" role="tabpanel" aria-label="output"></div></run-cell>';
}

function pageHtml(pathname: string, css: string): string {
  const dark = pathname.includes('dark');
  return `<!doctype html>
<html lang="${pathname.startsWith('/zh') ? 'zh-CN' : 'en'}" data-cells data-theme="${dark ? 'dark' : 'light'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>outputs</title>
<style>${css}</style><style>*{box-sizing:border-box}body{margin:0;background:var(--sl-color-bg);color:var(--sl-color-text);font-family:var(--__sl-font)}</style>
<script type="module" src="/assets/entry.js"></script></head>
<body><main class="sl-markdown-content" style="max-width:50rem;margin:auto">${cellHtml('first')}${cellHtml('second')}</main></body></html>`;
}
