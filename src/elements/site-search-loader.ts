import { createSearchEngine, type SearchAnswer, type SearchData, type SearchOptions, type SearchShard } from '../search/search-engine.ts';
import { SearchLoadError } from './site-search-error.ts';

export interface LoaderEffects {
  readonly fetch: (url: string) => Promise<Response>;
  readonly isOnline: () => boolean;
}

const BROWSER: LoaderEffects = { fetch: (url) => fetch(url), isOnline: () => navigator.onLine };

/** An engine with the files that it is made of: it answers as soon as the first is there, and better with each further one. */
export interface LoadedSearch {
  search(query: string, options: SearchOptions): SearchAnswer;
}

/**
 * Fetches one language's index, and then what belongs to it, the topic that is asked for first.
 * @param folder address of the folder of the index files, with a slash at its end
 * @param onGrown is told when answers may have become better
 * @throws SearchLoadError for a network failure, an HTTP error, anything but whole JSON, or another index version
 */
export async function loadSearch(folder: string, locale: string, onGrown: () => void, effects = BROWSER): Promise<LoadedSearch> {
  const url = `${folder}${locale}.json`;
  try {
    const data = await fetchJson(url, isSearchData, effects);
    const engine = createSearchEngine(data);
    const waiting = [...(data.shards ?? [])];
    let wanted: string | undefined;
    const loadRest = async (): Promise<void> => {
      while (waiting.length > 0) {
        const next = Math.max(0, waiting.findIndex(({ topic }) => topic === wanted));
        for (const { file } of waiting.splice(next, 1)) engine.add(await fetchJson(folder + file, isSearchShard, effects));
        onGrown();
      }
    };
    // What is there goes on answering by titles, headings and symbols.
    loadRest().catch((error: unknown) => console.warn('The texts of some notes could not be loaded for search.', error));
    return {
      search(query, options) {
        wanted = options.topic;
        return engine.search(query, options);
      },
    };
  } catch (cause) {
    throw new SearchLoadError(effects.isOnline() ? 'failed' : 'offline', url, cause);
  }
}

async function fetchJson<Content>(url: string, isContent: (data: unknown) => data is Content, effects: LoaderEffects): Promise<Content> {
  const response = await effects.fetch(url);
  if (!response.ok) throw new Error(`${url} answered HTTP ${response.status}`);
  const data: unknown = await response.json();
  if (!isContent(data)) throw new Error(`${url} is JSON, but not a search index`);
  return data;
}

function isSearchData(data: unknown): data is SearchData {
  if (typeof data !== 'object' || data === null) return false;
  const hasParts = 'index' in data && 'documents' in data && 'glossary' in data;
  return hasParts && typeof data.index === 'object' && Array.isArray(data.documents) && Array.isArray(data.glossary);
}

function isSearchShard(data: unknown): data is SearchShard {
  return typeof data === 'object' && data !== null && 'index' in data && 'texts' in data && Array.isArray(data.texts);
}
