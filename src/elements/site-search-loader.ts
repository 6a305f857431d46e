import type { SearchData, SearchEngine } from '../search/search-engine.ts';

/** Why there is no search engine: without a network, or for any other reason (see `cause`). */
export class SearchLoadError extends Error {
  override readonly name = 'SearchLoadError';
  readonly code: 'offline' | 'failed';

  constructor(code: 'offline' | 'failed', url: string, cause: unknown) {
    super(`The search index ${url} could not be loaded. Try again, or reload the page.`, { cause });
    this.code = code;
  }
}

export interface LoaderEffects {
  readonly fetch: (url: string) => Promise<Response>;
  readonly isOnline: () => boolean;
}

const BROWSER: LoaderEffects = { fetch: (url) => fetch(url), isOnline: () => navigator.onLine };

/**
 * Fetches one language's index, and the engine beside it.
 * @throws SearchLoadError for a network failure, an HTTP error, anything but whole JSON, or another index version
 */
export async function loadSearchEngine(url: string, effects: LoaderEffects = BROWSER): Promise<SearchEngine> {
  try {
    const engineModule = import('../search/search-engine.ts');
    const [{ createSearchEngine }, data] = await Promise.all([engineModule, fetchData(url, effects)]);
    return createSearchEngine(data);
  } catch (cause) {
    throw new SearchLoadError(effects.isOnline() ? 'failed' : 'offline', url, cause);
  }
}

async function fetchData(url: string, effects: LoaderEffects): Promise<SearchData> {
  const response = await effects.fetch(url);
  if (!response.ok) throw new Error(`${url} answered HTTP ${response.status}`);
  const data: unknown = await response.json();
  if (!isSearchData(data)) throw new Error(`${url} is JSON, but not a search index`);
  return data;
}

function isSearchData(data: unknown): data is SearchData {
  if (typeof data !== 'object' || data === null) return false;
  const hasParts = 'index' in data && 'documents' in data && 'glossary' in data;
  return hasParts && typeof data.index === 'object' && Array.isArray(data.documents) && Array.isArray(data.glossary);
}
