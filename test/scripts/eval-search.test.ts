import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCorpus, readQueries } from '../../scripts/search/corpus-file.ts';
import { EnginePage } from '../../scripts/search/engine-page.ts';
import { grownCorpus } from '../../scripts/search/grown-corpus.ts';
import { qualityReport } from '../../scripts/search/quality.ts';
import { searchData } from '../../src/search/search-data.ts';
import { createSearchEngine } from '../../src/search/search-engine.ts';
import { noteGlossary } from '../search/corpus.ts';
import { projectRoot } from '../support/project-root.ts';

const FOLDER = join(projectRoot, 'test/fixtures/search');
const CORPUS = join(FOLDER, 'corpus.json');
const QUERIES = join(FOLDER, 'queries-dev.tsv');

function evalSearch(...args: readonly string[]) {
  return spawnSync(process.execPath, [join(projectRoot, 'scripts', 'eval-search.ts'), ...args], { encoding: 'utf8' });
}

describe('npm run eval:search', () => {
  it('prints recall and MRR overall and by kind, as JSON and nothing else, and they are what we promise', () => {
    const { status, stdout } = evalSearch('--corpus', CORPUS, '--queries', QUERIES, '--json');
    expect(status).toBe(0);
    const report = JSON.parse(stdout) as ReturnType<typeof qualityReport>;
    expect(Object.keys(report)).toEqual(['overall', 'kinds']);
    expect(Object.keys(report.overall)).toEqual(['recall1', 'recall3', 'mrr']);
    expect(Object.keys(report.kinds)).toEqual(expect.arrayContaining(['en-phrase', 'zh-phrase', 'symbol']));
    expect(report.overall.recall1).toBeGreaterThanOrEqual(0.97);
    expect(report.overall.recall3).toBeGreaterThanOrEqual(0.99);
  });

  it('says which file is not there', () => {
    const { status, stderr } = evalSearch('--corpus', '/nowhere/corpus.json');
    expect(status).toBe(2);
    expect(stderr).toContain('/nowhere/corpus.json cannot be read');
  });
});

it('finds the same ten pages in Chromium as in Node, for every query', async () => {
  const corpus = readCorpus(CORPUS);
  const queries = ['queries-dev.tsv', 'queries-second.tsv'].flatMap((name) => readQueries(join(FOLDER, name), corpus));
  const engines = new Map([...corpus].map(([locale, pages]) => [locale, createSearchEngine(searchData(pages, noteGlossary()))]));
  const page = await EnginePage.open({ corpus, glossary: noteGlossary(), pagefind: null });
  try {
    for (const { locale, query } of queries) {
      const inNode = engines.get(locale)?.search(query, { pages: 10 }).pages.map(({ pageId }) => pageId);
      expect(await page.ask('ours', locale, query), query).toEqual(inNode);
    }
  } finally {
    await page.close();
  }
});

describe('a grown corpus', () => {
  it('has as many sections as it is asked for, and is the same each time', () => {
    const corpus = readCorpus(CORPUS);
    const grown = grownCorpus(corpus, 400);
    for (const pages of grown.values()) {
      const sections = pages.reduce((sum, each) => sum + each.sections.length, 0);
      expect(sections).toBeGreaterThanOrEqual(400);
      expect(sections).toBeLessThan(420);
      expect(new Set(pages.map(({ pageId }) => pageId)).size).toBe(pages.length);
    }
    expect(grownCorpus(corpus, 400)).toEqual(grown);
  });
});

describe('qualityReport', () => {
  const query = { query: '', locale: 'en', kind: 'one' };

  it('counts the first page, the first three, and where the first right one is', () => {
    const { overall } = qualityReport([{ ...query, expected: ['a', 'b'] }], [['x', 'a', 'b']]);
    expect(overall).toEqual({ recall1: 0, recall3: 1, mrr: 0.5 });
  });

  it('means over the queries of a kind, and counts one without an answer as nothing', () => {
    const queries = [{ ...query, expected: ['a'] }, { ...query, expected: ['b'] }, { ...query, kind: 'two', expected: ['c'] }];
    const { kinds } = qualityReport(queries, [['a'], [], ['c']]);
    expect(kinds['one']).toEqual({ recall1: 0.5, recall3: 0.5, mrr: 0.5 });
    expect(kinds['two']).toEqual({ recall1: 1, recall3: 1, mrr: 1 });
  });
});
