import type { EnginePage } from '../search/engine-page.ts';
import type { EngineName } from '../search/measured-engines.ts';
import { miniSearchName } from '../search/mini-search.ts';
import { PAGEFIND_NAME } from '../search/pagefind-site.ts';
import { type Quality, qualityReport } from '../search/quality.ts';
import { type Bench, type BenchRow, benchRow, rowWithoutPeer } from './bench.ts';
import { findPagefind, type Pagefind, searchSetup, type SearchSetup, withEnginePage } from './search-setup.ts';

export const searchQuality: Bench = {
  name: 'search-quality',
  describe: `what 80 queries miss in Chromium, in percent: 100 less recall@1 and recall@3, beside ${PAGEFIND_NAME} and MiniSearch with its defaults`,
  async run(context) {
    const setup = searchSetup(context.root);
    const pagefind = await findPagefind(context);
    context.say('asking all queries');
    return withEnginePage(setup, pagefind, (page) => rows(page, setup, pagefind, context.root));
  },
};

async function rows(page: EnginePage, setup: SearchSetup, pagefind: Pagefind, root: string): Promise<readonly BenchRow[]> {
  const ours = await missed(page, 'ours', setup);
  const mini = await missed(page, 'miniSearch', setup);
  const other = pagefind.kind === 'there' ? await missed(page, 'pagefind', setup) : null;
  return (['recall1', 'recall3'] as const).flatMap((recall) => {
    const row = { name: `search-missed-${recall === 'recall1' ? 1 : 3}`, ours: ours[recall], unit: '%' } as const;
    const beside = { ...row, peerName: PAGEFIND_NAME };
    return [
      pagefind.kind === 'there' && other !== null ? benchRow({ ...beside, peer: other[recall] }) : rowWithoutPeer(beside, pagefind.kind === 'there' ? '' : pagefind.why),
      benchRow({ ...row, name: `${row.name}-minisearch`, peer: mini[recall], peerName: miniSearchName(root) }),
    ];
  });
}

/** In percent of the queries. */
async function missed(page: EnginePage, engine: EngineName, { queries }: SearchSetup): Promise<Pick<Quality, 'recall1' | 'recall3'>> {
  const found = [];
  for (const { locale, query } of queries) found.push(await page.ask(engine, locale, query));
  const { recall1, recall3 } = qualityReport(queries, found).overall;
  return { recall1: 100 * (1 - recall1), recall3: 100 * (1 - recall3) };
}
