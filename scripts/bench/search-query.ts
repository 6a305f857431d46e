import { searchData } from '../../src/search/search-data.ts';
import { createSearchEngine } from '../../src/search/search-engine.ts';
import { type Bench, benchRow } from './bench.ts';
import { median, percentile } from './percentile.ts';
import { type CorpusQuery, loadSearchCorpus, type SearchCorpus } from './search-corpus.ts';
import { buildMiniSearch, miniSearchName } from './search-peers.ts';

const WARM_UP_ROUNDS = 2;
const ROUNDS = 9;

type Search = (query: CorpusQuery) => unknown;

/** Milliseconds of one query, its median over the rounds, for each query. */
interface QueryTimes {
  readonly ours: readonly number[];
  readonly peer: readonly number[];
}

export const searchQuery: Bench = {
  name: 'search-query',
  describe:
    'p95 over 80 queries of one query, with snippets and highlights, beside MiniSearch with defaults (ids only) on the same sections',
  run({ root, say }) {
    say('building both indexes');
    const corpus = loadSearchCorpus(root);
    const { ours, peer } = timeQueries(corpus.queries, ourSearch(corpus), peerSearch(corpus), say);
    const row = { name: 'search-query', ours: percentile(ours, 0.95), peer: percentile(peer, 0.95) };
    return Promise.resolve([benchRow({ ...row, peerName: miniSearchName(root), unit: 'ms' })]);
  },
};

function ourSearch({ pages, glossary }: SearchCorpus): Search {
  const engines = {
    en: createSearchEngine(searchData(pages.en, glossary)),
    zh: createSearchEngine(searchData(pages.zh, glossary)),
  };
  return ({ query, locale }) => engines[locale].search(query);
}

function peerSearch({ pages }: SearchCorpus): Search {
  const engines = { en: buildMiniSearch(pages.en), zh: buildMiniSearch(pages.zh) };
  return ({ query, locale }) => engines[locale].search(query);
}

/** Each query goes to both, one right after the other, and who is first changes with the round. */
function timeQueries(queries: readonly CorpusQuery[], ours: Search, peer: Search, say: (text: string) => void): QueryTimes {
  const times = queries.map(() => ({ ours: [] as number[], peer: [] as number[] }));
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    say(`round ${round + 1} of ${WARM_UP_ROUNDS + ROUNDS}`);
    for (const [index, query] of queries.entries()) {
      const peerFirst = round % 2 === 1 ? timed(peer, query) : null;
      const oursMs = timed(ours, query);
      const peerMs = peerFirst ?? timed(peer, query);
      if (round < WARM_UP_ROUNDS) continue;
      times[index]?.ours.push(oursMs);
      times[index]?.peer.push(peerMs);
    }
  }
  return { ours: times.map((of) => median(of.ours)), peer: times.map((of) => median(of.peer)) };
}

function timed(search: Search, query: CorpusQuery): number {
  const started = performance.now();
  search(query);
  return performance.now() - started;
}
