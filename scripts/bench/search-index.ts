import { brotliCompressSync } from 'node:zlib';
import { searchData } from '../../src/search/search-data.ts';
import { type Bench, benchRow } from './bench.ts';
import { CORPUS_LOCALES, loadSearchCorpus } from './search-corpus.ts';
import { buildMiniSearch, miniSearchName } from './search-peers.ts';

export const searchIndex: Bench = {
  name: 'search-index',
  describe: 'brotli bytes of the index, both languages, beside MiniSearch with defaults on the same sections; section texts on neither side',
  run({ root }) {
    const { pages, glossary } = loadSearchCorpus(root);
    const ours = total((locale) => searchData(pages[locale], glossary).index);
    const peer = total((locale) => buildMiniSearch(pages[locale]));
    return Promise.resolve([benchRow({ name: 'search-index', ours, peer, peerName: miniSearchName(root), unit: 'bytes' })]);
  },
};

/** Brotli at its best, as for files that are compressed once and served often. */
function total(indexOf: (locale: (typeof CORPUS_LOCALES)[number]) => unknown): number {
  return CORPUS_LOCALES.reduce((sum, locale) => sum + brotliCompressSync(JSON.stringify(indexOf(locale))).length, 0);
}
