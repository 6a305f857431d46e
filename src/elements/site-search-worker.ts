/// <reference lib="webworker" />
import type { SearchAnswer, SearchOptions } from '../search/search-engine.ts';
import { SearchLoadError } from './site-search-error.ts';
import { type LoadedSearch, loadSearch } from './site-search-loader.ts';

/** What a page asks of the worker: to open one language, once, and then to search in it. */
export type WorkerRequest =
  | { readonly type: 'open'; readonly folder: string; readonly locale: string }
  | { readonly type: 'search'; readonly id: number; readonly query: string; readonly options: SearchOptions };

export type WorkerReply =
  | { readonly type: 'opened' }
  | { readonly type: 'grown' }
  | { readonly type: 'failed'; readonly code: SearchLoadError['code']; readonly reason: string }
  | { readonly type: 'answer'; readonly id: number; readonly answer: SearchAnswer };

declare const self: DedicatedWorkerGlobalScope;

let loaded: LoadedSearch | undefined;

const reply = (message: WorkerReply): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.type === 'open') void open(data.folder, data.locale);
  else if (loaded !== undefined) reply({ type: 'answer', id: data.id, answer: loaded.search(data.query, data.options) });
});

async function open(folder: string, locale: string): Promise<void> {
  try {
    loaded = await loadSearch(folder, locale, () => reply({ type: 'grown' }));
    reply({ type: 'opened' });
  } catch (error) {
    const code = error instanceof SearchLoadError ? error.code : 'failed';
    reply({ type: 'failed', code, reason: error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error) });
  }
}
