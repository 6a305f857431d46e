import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchData } from '../../src/search/search-data.ts';
import { createSearchEngine, type SearchEngine } from '../../src/search/search-engine.ts';
import { corpusPages, noteGlossary, readCase, readFixture } from './corpus.ts';

interface QueryCase {
  readonly q: string;
  readonly finds: readonly string[];
}

interface CasePage {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

describe('search over the hard cases', () => {
  const engine = createSearchEngine(searchData(casePages(), noteGlossary()));
  const cases = ['f03-symbol-queries', 'f05-fullwidth-queries', 'f06-traditional-queries'].flatMap(
    (name) => JSON.parse(readCase(name)) as readonly QueryCase[],
  );

  it.each(cases)('answers $q', ({ q, finds }) => {
    expect(engine.search(q).pages.map(({ pageId }) => pageId)).toEqual(expect.arrayContaining([...finds]));
  });

  it.each(['php:', '*', 'foo^2~1 +bar', '"unclosed', '(((', '\\', ''])('has no answer to %j', (query) => {
    expect(engine.search(query).pages).toEqual([]);
  });

  it('takes any text at all as a query', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(fc.property(anything, (query) => Array.isArray(engine.search(query).pages)));
  });
});

describe('search over the corpus', () => {
  const engines = {
    en: createSearchEngine(searchData(corpusPages('en'), noteGlossary())),
    zh: createSearchEngine(searchData(corpusPages('zh'), noteGlossary())),
  };

  it.each([
    ['queries-dev.tsv', 80, 0.95, 0.97],
    ['queries-second.tsv', 75, 0.9, 0.95],
  ])('answers %s, %i queries, with recall@1 of at least %d and recall@3 of at least %d', (name, count, one, three) => {
    const queries = readFixture(name).trim().split('\n').slice(1).map(readQuery);
    expect(queries).toHaveLength(count);
    const ranked = queries.map(({ query, locale, expected }) => ({ expected, found: pageIds(engines[locale], query) }));
    expect(mean(ranked.map(({ found, expected }) => recallAt(1, found, expected)))).toBeGreaterThanOrEqual(one);
    expect(mean(ranked.map(({ found, expected }) => recallAt(3, found, expected)))).toBeGreaterThanOrEqual(three);
  });

  it('groups at most three sections a page, best first, and ten pages', () => {
    const pages = engines.en.search('memory').pages;
    expect(pages.length).toBeLessThanOrEqual(10);
    expect(Math.max(...pages.map(({ sections }) => sections.length))).toBe(3);
    expect(new Set(pages.map(({ pageId }) => pageId)).size).toBe(pages.length);
  });

  it('leaves out further sections that have only their title in common with the query', () => {
    const [page] = engines.en.search('bank conflict').pages;
    expect(page?.sections.map(({ document }) => document.heading)).toEqual(['Banks', 'Padding the tile']);
  });

  it('answers as many pages and sections as it is asked for', () => {
    const pages = engines.en.search('memory', { pages: 2, sections: 1 }).pages;
    expect(pages.map(({ sections }) => sections.length)).toEqual([1, 1]);
  });

  it('shows the code line of a symbol', () => {
    const [page] = engines.en.search('cudaMemcpyAsync').pages;
    const lines = page?.sections.map(({ snippet }) => snippet.code.map(({ text }) => text).join('')) ?? [];
    expect(lines.some((line) => line.includes('cudaMemcpyAsync('))).toBe(true);
  });
});

describe('filters', () => {
  const engine = createSearchEngine(searchData(corpusPages('en'), noteGlossary()));

  it('leave only sections of a topic, and of those that need something only what has a cell for it', () => {
    const all = engine.search('memory', { pages: 100 });
    const topic = all.pages.at(-1)?.topic ?? '';
    const filtered = engine.search('memory', { pages: 100, topic, needs: 'gpu' });
    expect(filtered.pages.length).toBeGreaterThan(0);
    expect(filtered.pages.length).toBeLessThan(all.pages.length);
    const sections = filtered.pages.flatMap((page) => page.sections.map(({ document }) => document));
    expect(sections.every((document) => document.topic === topic && document.needs.includes('gpu'))).toBe(true);
    expect(engine.search('memory', { needs: 'torch' }).pages).toEqual([]);
  });

  it('list the pages of a topic where there is no query', () => {
    const { pages, more } = engine.search(' ', { topic: 'cuda', pages: 3 });
    const inTopic = corpusPages('en').filter(({ topic }) => topic === 'cuda').map(({ pageId }) => pageId);
    expect(pages.map(({ pageId }) => pageId)).toEqual(inTopic.slice(0, 3));
    expect(more).toBe(inTopic.length - 3);
  });
});

describe('a query with typing errors', () => {
  const engine = createSearchEngine(searchData(corpusPages('en'), noteGlossary()));

  it.each([
    ['unifed memroy', 'unified memory'],
    ['bank conflcit', 'bank conflict'],
    ['sahred memory', 'shared memory'],
    ['tread block', 'thread block'],
    ['cudaMemcpyAsnyc stream', 'cudaMemcpyAsync stream'],
    ['bank conflict', null],
    ['bank conf', null],
  ])('%s is answered as %s', (query, correction) => {
    expect(engine.search(query).correction).toBe(correction);
  });

  it('gets words of the notes that are like it where nothing is found', () => {
    expect(engine.search('bnk cnflct')).toMatchObject({ pages: [], near: expect.arrayContaining(['conflicts']) as unknown });
    expect(engine.search('zzqqxzzqqx')).toMatchObject({ pages: [], near: [] });
  });
});

function casePages(): Parameters<typeof searchData>[0] {
  const pages = JSON.parse(readCase('corpus')) as readonly CasePage[];
  return pages.map(({ id, title, text }) => ({
    ...{ pageId: id, path: `/${id}/`, topic: 'cuda', title, description: '' },
    sections: [{ heading: '', anchor: '', text, code: '', needs: [] }],
  }));
}

interface MeasuredQuery {
  readonly query: string;
  readonly locale: 'en' | 'zh';
  readonly expected: readonly string[];
}

function readQuery(line: string): MeasuredQuery {
  const [query = '', locale, expected = ''] = line.split('\t');
  return { query, locale: locale === 'zh' ? 'zh' : 'en', expected: expected.split(',') };
}

function pageIds(engine: SearchEngine, query: string): readonly string[] {
  return engine.search(query).pages.map(({ pageId }) => pageId);
}

function recallAt(depth: number, found: readonly string[], expected: readonly string[]): number {
  return found.slice(0, depth).filter((id) => expected.includes(id)).length / Math.min(depth, expected.length);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
