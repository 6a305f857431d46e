import type { SearchAnswer, SearchOptions } from '../search/search-engine.ts';
import { SearchLoadError } from './site-search-error.ts';
import type { WorkerReply, WorkerRequest } from './site-search-worker.ts';

/** Search over the notes of one language, wherever it runs. */
export interface SearchSource {
  search(query: string, options: SearchOptions): Promise<SearchAnswer>;
}

export interface SourcePlace {
  /** Address of the folder of the index files, with a slash at its end. */
  readonly folder: string;
  readonly locale: string;
  /** How many sections there are to search. */
  readonly sections: number;
}

/** From so many sections on, reading the index takes long enough to be felt in the page's own thread. */
const WORKER_SECTIONS = 1000;

/**
 * Opens the search of a language: in the page's thread, or in a worker where there is much to search.
 * @param onGrown is told when answers may have become better
 * @throws SearchLoadError
 */
export async function openSearch(place: SourcePlace, onGrown: () => void): Promise<SearchSource> {
  if (place.sections >= WORKER_SECTIONS && 'Worker' in globalThis) return openInWorker(place, onGrown);
  const { loadSearch } = await import('./site-search-loader.ts').catch((cause: unknown) => {
    throw new SearchLoadError(navigator.onLine ? 'failed' : 'offline', place.folder, cause);
  });
  const loaded = await loadSearch(place.folder, place.locale, onGrown);
  return { search: (query, options) => Promise.resolve(loaded.search(query, options)) };
}

async function openInWorker({ folder, locale }: SourcePlace, onGrown: () => void): Promise<SearchSource> {
  const worker = new Worker(new URL('./site-search-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, PromiseWithResolvers<SearchAnswer>>();
  const opened = Promise.withResolvers<undefined>();
  let failure: SearchLoadError | null = null;
  const fail = (code: SearchLoadError['code'], cause: unknown): void => {
    failure = new SearchLoadError(code, folder, cause);
    opened.reject(failure);
    for (const { reject } of waiting.values()) reject(failure);
    worker.terminate();
  };
  worker.addEventListener('error', (event) => fail(navigator.onLine ? 'failed' : 'offline', event.message));
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
    if (data.type === 'opened') opened.resolve(undefined);
    else if (data.type === 'grown') onGrown();
    else if (data.type === 'failed') fail(data.code, data.reason);
    else {
      waiting.get(data.id)?.resolve(data.answer);
      waiting.delete(data.id);
    }
  });
  const send = (request: WorkerRequest): void => worker.postMessage(request);
  send({ type: 'open', folder: new URL(folder, location.href).href, locale });
  await opened.promise;
  let last = 0;
  return {
    async search(query, options) {
      if (failure) throw failure;
      const answer = Promise.withResolvers<SearchAnswer>();
      last += 1;
      waiting.set(last, answer);
      send({ type: 'search', id: last, query, options });
      return answer.promise;
    },
  };
}
