import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readFileSync } from 'node:fs';
import { parseGlossary } from '../src/search/glossary.ts';
import { readCorpus, readQueries } from './search/corpus-file.ts';
import { EnginePage } from './search/engine-page.ts';
import type { EngineName } from './search/measured-engines.ts';
import { miniSearchName } from './search/mini-search.ts';
import { fetchPagefind, PAGEFIND_NAME } from './search/pagefind-site.ts';
import { type Quality, qualityReport, type QualityReport } from './search/quality.ts';

const USAGE = `npm run eval:search -- [--corpus FILE] [--queries FILE] [--peers] [--json]

Asks the site's search, in Chromium, each query of a TSV (query, locale, expected ids, kind) over the pages of a corpus, and
prints recall@1, recall@3 and MRR, overall and by kind.
  --corpus   a corpus.json; test/fixtures/search/corpus.json where left out
  --queries  a TSV of queries; test/fixtures/search/queries-dev.tsv where left out
  --peers    Pagefind (fetched once) and MiniSearch's defaults as well, over the same corpus in the same browser
  --json     {"overall": {"recall1", "recall3", "mrr"}, "kinds": {…}} on standard output, with "peers" where they are asked for`;

const ROOT = join(import.meta.dirname, '..');

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      corpus: { type: 'string', default: join(ROOT, 'test/fixtures/search/corpus.json') },
      queries: { type: 'string', default: join(ROOT, 'test/fixtures/search/queries-dev.tsv') },
      peers: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const corpus = readCorpus(values.corpus);
  const queries = readQueries(values.queries, corpus);
  const glossary = parseGlossary(readFileSync(join(ROOT, 'notes/glossary.yaml'), 'utf8'));
  const pagefind = values.peers ? await fetchPagefind({ root: ROOT, say: (text) => process.stderr.write(`${text}\n`) }) : null;
  const page = await EnginePage.open({ corpus, glossary, pagefind });
  try {
    const report = async (name: EngineName): Promise<QualityReport> => {
      const found = [];
      for (const { locale, query } of queries) found.push(await page.ask(name, locale, query));
      return qualityReport(queries, found);
    };
    const ours = await report('ours');
    const peers = values.peers ? { [PAGEFIND_NAME]: await report('pagefind'), [miniSearchName(ROOT)]: await report('miniSearch') } : {};
    if (values.json) process.stdout.write(`${JSON.stringify(values.peers ? { ...ours, peers } : ours)}\n`);
    else process.stdout.write(`${Object.entries({ Warpnotes: ours, ...peers }).map(([name, each]) => table(name, each)).join('\n\n')}\n`);
  } finally {
    await page.close();
  }
  return 0;
}

function table(name: string, { overall, kinds }: QualityReport): string {
  const rows = [[name, 'recall@1', 'recall@3', 'MRR'], ...Object.entries({ overall, ...kinds }).map(([kind, quality]) => [kind, ...figures(quality)])];
  const width = Math.max(...rows.map(([first = '']) => first.length));
  return rows.map(([first = '', ...rest]) => [first.padEnd(width), ...rest.map((text) => text.padStart(8))].join('  ')).join('\n');
}

function figures({ recall1, recall3, mrr }: Quality): readonly string[] {
  return [recall1, recall3, mrr].map((value) => value.toFixed(3));
}

main().then((status) => { process.exitCode = status; }, (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${error instanceof TypeError ? `\n${USAGE}\n` : ''}`);
  process.exitCode = 2;
});
