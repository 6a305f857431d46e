import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { searchData } from '../../src/search/search-data.ts';
import { corpusPages, noteGlossary } from '../search/corpus.ts';

const ROOT = new URL('../../', import.meta.url);

export interface SearchSite {
  /** Without a slash at the end. */
  readonly origin: string;
  /** What the server answers for an index until it is set back to `undefined`. */
  indexAnswer: IndexAnswer | undefined;
  readonly stop: () => Promise<void>;
}

export interface IndexAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Promise<string>;
}

/** Serves the bundled element on a bare page under `/docs/`, with the corpus as its notes, on a free port. */
export async function serveSearchSite(): Promise<SearchSite> {
  const bundle = await bundleElement();
  const css = themeCss() + readFileSync(new URL('src/elements/site-search.css', ROOT), 'utf8');
  const indexes = new Map([
    ['/docs/search/en.json', JSON.stringify(searchData(corpusPages('en'), noteGlossary()))],
    ['/docs/search/zh-cn.json', JSON.stringify(searchData(corpusPages('zh'), noteGlossary()))],
  ]);
  const site: { indexAnswer: IndexAnswer | undefined } = { indexAnswer: undefined };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const index = indexes.get(pathname);
    const script = bundle.get(pathname);
    const answer = index === undefined ? undefined : site.indexAnswer;
    response.statusCode = answer?.status ?? 200;
    response.setHeader('content-type', answer?.type ?? contentType(pathname, script, index));
    const body = answer?.body ?? index ?? script ?? pageHtml(pathname, css);
    void Promise.resolve(body).then((text) => response.end(text));
  });
  const origin = await listen(server);
  return Object.assign(site, { origin, stop: () => closeServer(server) });
}

async function bundleElement(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [new URL('src/elements/site-search.ts', ROOT).pathname],
    ...{ bundle: true, splitting: true, format: 'esm', minify: true, target: 'es2024', write: false },
    outdir: '/docs/assets',
  });
  return new Map(outputFiles.map(({ path, text }) => [path, text]));
}

/** Starlight's own variables, so that colours and contrast are those of the site. */
function themeCss(): string {
  return readFileSync(new URL('node_modules/@astrojs/starlight/dist/style/props.css', ROOT), 'utf8');
}

function contentType(pathname: string, script: string | undefined, index: string | undefined): string {
  if (index !== undefined) return 'application/json';
  return script === undefined || !pathname.endsWith('.js') ? 'text/html; charset=utf-8' : 'text/javascript';
}

const PAGE_CSS = `
  * { box-sizing: border-box }
  body { margin: 0; font-family: var(--__sl-font); background: var(--sl-color-bg); color: var(--sl-color-text) }
  a { color: var(--sl-color-text-accent) }
  header { display: flex; justify-content: space-between; padding: 0.75rem 1.5rem; background: var(--sl-color-bg-nav) }
  main { padding: 2rem }`;

function pageHtml(pathname: string, css: string): string {
  const locale = pathname.startsWith('/docs/zh') ? 'zh-cn' : 'en';
  return `<!doctype html>
<html lang="${locale}" data-theme="dark">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <link rel="icon" href="data:,">
  <title>${pathname}</title>
  <style>${css}${PAGE_CSS}</style>
</head>
<body>
  <header>
    <strong>Warpnotes</strong>
    <site-search data-locale="${locale}" data-base="/docs/">
      <button type="button" class="search-button" data-open-search disabled>
        <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><circle cx="12" cy="12" r="8"></circle></svg>
        <span>${locale === 'en' ? 'Search' : '搜索'}</span>
        <kbd><kbd>Ctrl</kbd> <kbd>K</kbd></kbd>
      </button>
    </site-search>
  </header>
  <main>
    <h1>${pathname}</h1>
    <p><a id="elsewhere" href="#elsewhere">A link</a> <label>Field <input id="field"></label></p>
  </main>
  <script type="module" src="/docs/assets/site-search.js"></script>
</body>
</html>`;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The test server has no port');
  return `http://127.0.0.1:${address.port}`;
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
