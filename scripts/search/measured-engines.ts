/** What runs in the browser while search is measured: our engine and its peers behind one function each. */
import MiniSearch from 'minisearch';
import { createSearchEngine, type SearchData, type SearchEngine, type SearchShard } from '../../src/search/search-engine.ts';

/** Ids of pages, best first, each once. */
type Search = (query: string) => Promise<readonly string[]>;

interface PagefindModule {
  readonly options: (options: { readonly basePath: string; readonly noWorker: true }) => Promise<void>;
  readonly init: () => Promise<void>;
  readonly search: (query: string) => Promise<{ readonly results: readonly { readonly data: () => Promise<{ readonly url: string }> }[] }>;
}

interface FoundSection {
  readonly id: string;
}

const SHOWN = 10;

/** Our engine with the files of a language, all its shards included; pages come with their snippets. */
async function ours(folder: string, locale: string): Promise<Search> {
  const data = await readJson<SearchData>(`${folder}${locale}.json`);
  const engine: SearchEngine = createSearchEngine(data);
  for (const { file } of data.shards ?? []) engine.add(await readJson<SearchShard>(`${folder}${file}`));
  return (query) => Promise.resolve(engine.search(query, { pages: SHOWN }).pages.map(({ pageId }) => pageId));
}

/** MiniSearch as it comes, over the same sections and fields; of each page the first section counts. */
async function miniSearch(folder: string, locale: string): Promise<Search> {
  const text = await (await fetch(`${folder}${locale}.minisearch.json`)).text();
  const engine = MiniSearch.loadJSON(text, { fields: ['title', 'heading', 'symbols', 'text'] });
  return (query) => {
    const sections = engine.search(query) as unknown as readonly FoundSection[];
    return Promise.resolve([...new Set(sections.map(({ id }) => pageOf(id)))].slice(0, SHOWN));
  };
}

/**
 * Pagefind as it comes, on the thread whose time is taken; the results that are shown come with their data, as its own
 * interface loads them.
 */
async function pagefind(folder: string, locale: string): Promise<Search> {
  const bundle = `${folder}${locale}/pagefind/`;
  const module = (await import(`${bundle}pagefind.js`)) as PagefindModule;
  await module.options({ basePath: bundle, noWorker: true });
  await module.init();
  return async (query) => {
    const { results } = await module.search(query);
    const shown = await Promise.all(results.slice(0, SHOWN).map((result) => result.data()));
    return shown.map(({ url }) => pageOf(url.slice(url.lastIndexOf('/pages/') + '/pages'.length)));
  };
}

/** The id of a page in its path, such as `en/streams` in `/en/streams/#copy`. */
function pageOf(path: string): string {
  return path.replace(/#.*$/u, '').replace(/^\/|\/$/gu, '');
}

async function readJson<Content>(url: string): Promise<Content> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered HTTP ${response.status}`);
  return (await response.json()) as Content;
}

const engines = { ours, miniSearch, pagefind } as const;
export type EngineName = keyof typeof engines;

const opened = new Map<string, Search>();

/** Opens an engine over the files of a folder, which are served under it. */
async function openEngine(name: EngineName, folder: string, locale: string): Promise<void> {
  opened.set(`${name} ${locale}`, await engines[name](folder, locale));
}

async function ask(name: EngineName, locale: string, query: string): Promise<readonly string[]> {
  const search = opened.get(`${name} ${locale}`);
  if (search === undefined) throw new Error(`${name} has not been opened for ${locale}`);
  return search(query);
}

/** Left in the page for what drives it. */
export interface MeasuredEngines {
  readonly openEngine: typeof openEngine;
  readonly ask: typeof ask;
}

Object.assign(globalThis, { measuredEngines: { openEngine, ask } satisfies MeasuredEngines });
