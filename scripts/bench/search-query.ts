import type { EnginePage } from '../search/engine-page.ts';
import { grownCorpus } from '../search/grown-corpus.ts';
import type { EngineName } from '../search/measured-engines.ts';
import { miniSearchName } from '../search/mini-search.ts';
import { PAGEFIND_NAME } from '../search/pagefind-site.ts';
import { type Bench, type BenchContext, type BenchRow, benchRow, rowWithoutPeer } from './bench.ts';
import { median, percentile } from './percentile.ts';
import { findPagefind, type Pagefind, searchSetup, type SearchSetup, withEnginePage } from './search-setup.ts';

const WARM_UP_ROUNDS = 1;
const ROUNDS = 5;
/** Sections in each language; 0 for the corpus as it is. */
const SIZES = [0, 1000, 10_000] as const;

export const searchQuery: Bench = {
  name: 'search-query',
  describe:
    'p95 over 80 queries of the CPU time of one query in Chromium, snippets included, at 188, 1,000 and 10,000 sections a language, ' +
    `beside ${PAGEFIND_NAME} once warm and MiniSearch with its defaults (which answers ids alone)`,
  async run(context) {
    const setup = searchSetup(context.root);
    const pagefind = await findPagefind(context);
    const rows: BenchRow[] = [];
    for (const size of SIZES) rows.push(...(await measure(size, setup, pagefind, context)));
    return rows;
  },
};

async function measure(size: number, setup: SearchSetup, pagefind: Pagefind, { root, say }: BenchContext): Promise<readonly BenchRow[]> {
  const name = size === 0 ? 'search-query' : `search-query-${size}`;
  say(`building the indexes of ${name}`);
  const grown = size === 0 ? setup : { ...setup, corpus: grownCorpus(setup.corpus, size) };
  return withEnginePage(grown, pagefind, async (page) => {
    const engines: readonly EngineName[] = pagefind.kind === 'there' ? ['ours', 'miniSearch', 'pagefind'] : ['ours', 'miniSearch'];
    const times = await timeQueries(page, setup, engines, (round) => say(`${name}, ${round}`));
    const p95 = (engine: EngineName): number => percentile(times.get(engine) ?? [], 0.95);
    const beside = { name, ours: p95('ours'), unit: 'ms' } as const;
    const warm = { ...beside, peerName: `${PAGEFIND_NAME}, warm` };
    return [
      benchRow({ ...beside, name: `${name}-minisearch`, peer: p95('miniSearch'), peerName: miniSearchName(root) }),
      pagefind.kind === 'there' ? benchRow({ ...warm, peer: p95('pagefind') }) : rowWithoutPeer(warm, pagefind.why),
    ];
  });
}

/** Each query goes to all engines, one right after the other, and who is first changes with the round. Medians of the rounds. */
async function timeQueries(
  page: EnginePage,
  { queries }: SearchSetup,
  engines: readonly EngineName[],
  say: (text: string) => void,
): Promise<ReadonlyMap<EngineName, readonly number[]>> {
  const times = new Map(engines.map((engine) => [engine, queries.map((): number[] => [])]));
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    say(`round ${round + 1} of ${WARM_UP_ROUNDS + ROUNDS}`);
    const first = round % engines.length;
    for (const [index, { query, locale }] of queries.entries()) {
      for (const engine of [...engines.slice(first), ...engines.slice(0, first)]) {
        const spent = await page.cpuMs(engine, locale, query);
        if (round >= WARM_UP_ROUNDS) times.get(engine)?.[index]?.push(spent);
      }
    }
  }
  return new Map([...times].map(([engine, ofQueries]) => [engine, ofQueries.map(median)]));
}
