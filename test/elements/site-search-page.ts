import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { searchFiles } from '../../src/search/search-data.ts';
import { corpusPages, noteGlossary } from '../search/corpus.ts';

const ROOT = new URL('../../', import.meta.url);

export interface SearchSite {
  /** Without a slash at the end. */
  readonly origin: string;
  /** What the server answers for an index until it is set back to `undefined`. */
  indexAnswer: IndexAnswer | undefined;
  /** Whether the indexes come in one file a language, or in shards. */
  indexFiles: 'whole' | 'sharded';
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
  const css = themeCss() + ['site-search.css', 'site-search-panel.css'].map((file) => readFileSync(new URL(`src/elements/${file}`, ROOT), 'utf8')).join('');
  const indexes = { whole: indexFiles(Infinity), sharded: indexFiles(0) };
  const site: Pick<SearchSite, 'indexAnswer' | 'indexFiles'> = { indexAnswer: undefined, indexFiles: 'whole' };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const index = indexes[site.indexFiles].get(pathname);
    const script = bundle.get(pathname);
    const answer = index === undefined ? undefined : site.indexAnswer;
    response.statusCode = answer?.status ?? 200;
    response.setHeader('content-type', answer?.type ?? contentType(script, index));
    const body = answer?.body ?? index ?? script ?? pageHtml(pathname, css);
    void Promise.resolve(body).then((text) => response.end(text));
  });
  const origin = await listen(server);
  return Object.assign(site, { origin, stop: () => closeServer(server) });
}

function indexFiles(mostBytes: number): ReadonlyMap<string, string> {
  const files = { ...searchFiles('en', corpusPages('en'), noteGlossary(), mostBytes), ...searchFiles('zh-cn', corpusPages('zh'), noteGlossary(), mostBytes) };
  return new Map(Object.entries(files).map(([file, content]) => [`/docs/search/${file}`, JSON.stringify(content)]));
}

async function bundleElement(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: ['site-search.ts', 'search-page.ts', 'site-search-worker.ts'].map((file) => new URL(`src/elements/${file}`, ROOT).pathname),
    ...{ bundle: true, splitting: true, format: 'esm', minify: true, target: 'es2024', write: false },
    outdir: '/docs/assets', publicPath: '/docs/assets', loader: { '.css': 'file' },
  });
  const files = new Map(outputFiles.map(({ path, text }) => [path, text]));
  // Astro's bundler follows the worker's name in the source; this one leaves it as it is.
  return files.set('/docs/assets/site-search-worker.ts', files.get('/docs/assets/site-search-worker.js') ?? '');
}

/** Starlight's own variables, so that colours and contrast are those of the site. */
function themeCss(): string {
  return readFileSync(new URL('node_modules/@astrojs/starlight/dist/style/props.css', ROOT), 'utf8');
}

function contentType(script: string | undefined, index: string | undefined): string {
  if (index !== undefined) return 'application/json';
  return script === undefined ? 'text/html; charset=utf-8' : 'text/javascript';
}

const PAGE_CSS = `
  * { box-sizing: border-box }
  body { margin: 0; font-family: var(--__sl-font); background: var(--sl-color-bg); color: var(--sl-color-text) }
  a { color: var(--sl-color-text-accent) }
  header { display: flex; justify-content: space-between; padding: 0.75rem 1.5rem; background: var(--sl-color-bg-nav) }
  main { padding: 2rem }`;

function pageHtml(pathname: string, css: string): string {
  const locale = pathname.startsWith('/docs/zh') ? 'zh-cn' : 'en';
  const sections = pathname.endsWith('/big/') ? 2000 : 188;
  const isSearchPage = pathname.endsWith('/search/');
  const search = `<search-page data-locale="${locale}" data-base="/docs/" data-sections="${sections}"></search-page>`;
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
    <site-search data-locale="${locale}" data-base="/docs/" data-sections="${sections}">
      <button type="button" class="search-button" data-open-search disabled>
        <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><circle cx="12" cy="12" r="8"></circle></svg>
        <span>${locale === 'en' ? 'Search' : '搜索'}</span>
        <kbd><kbd>Ctrl</kbd> <kbd>K</kbd></kbd>
      </button>
    </site-search>
  </header>
  <main>
    <h1>${pathname}</h1>
    ${isSearchPage ? search : ''}
    <p>Bank conflicts: two threads of a warp use one bank. <code><span>__sync</span><span>threads</span>();</code> Memory.</p>
    <p><a id="elsewhere" href="#elsewhere">A link</a> <label>Field <input id="field"></label></p>
  </main>
  <script type="module" src="/docs/assets/site-search.js"></script>
  ${isSearchPage ? '<script type="module" src="/docs/assets/search-page.js"></script>' : ''}
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
