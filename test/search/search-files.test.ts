import { describe, expect, it } from 'vitest';
import { searchData, searchFiles } from '../../src/search/search-data.ts';
import { createSearchEngine, type SearchData, type SearchShard } from '../../src/search/search-engine.ts';
import { corpusPages, noteGlossary, readFixture } from './corpus.ts';

const QUERIES = readFixture('queries-dev.tsv').trim().split('\n').slice(1).map((line) => line.split('\t').slice(0, 2) as [string, string]);

describe.each(['en', 'zh'] as const)('the files of %s', (locale) => {
  const pages = corpusPages(locale);
  const queries = QUERIES.filter(([, of]) => of === locale).map(([query]) => query);
  const whole = createSearchEngine(searchData(pages, noteGlossary()));
  const { [`${locale}.json`]: first, ...rest } = searchFiles(locale, pages, noteGlossary(), 0);
  const head = first as SearchData;
  const shards = Object.values(rest) as readonly SearchShard[];

  it('are one where all fits into it', () => {
    expect(Object.keys(searchFiles(locale, pages, noteGlossary()))).toEqual([`${locale}.json`]);
  });

  it('are one more a topic where it does not, each of them named in the first', () => {
    expect(Object.keys(rest)).toEqual(head.shards?.map(({ file }) => file));
    expect(head.shards?.map(({ topic }) => topic)).toEqual([...new Set(pages.map(({ topic }) => topic))]);
    expect(head.documents.every(({ text, code }) => text + code === '')).toBe(true);
  });

  it('answer by titles, headings and symbols before the texts are there', () => {
    const engine = createSearchEngine(head);
    expect(engine.search(pages[0]?.title ?? '').pages[0]?.pageId).toBe(pages[0]?.pageId);
  });

  it('answer as one file does once all are there, in whatever order they came', () => {
    const engine = createSearchEngine(head);
    for (const shard of shards.toReversed()) engine.add(shard);
    for (const query of queries) expect(engine.search(query), query).toEqual(whole.search(query));
  });
});
