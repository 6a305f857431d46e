import { describe, expect, it } from 'vitest';
import { editDistance } from '../../src/search/edit-distance.ts';
import { buildIndex, type SearchIndex } from '../../src/search/search-index.ts';
import { parseQuery } from '../../src/search/search-query.ts';
import { TermIndex } from '../../src/search/term-index.ts';
import { matchTerm } from '../../src/search/term-matches.ts';
import { testDocument } from './test-document.ts';

const INDEX = buildIndex([
  testDocument({
    id: '1',
    pageId: 'one',
    text: 'Occupancy and unified memory; bank conflicts with cudaMemcpyAsync, sm_90, --gpu-code.',
  }),
  testDocument({ id: '2', pageId: 'two', text: '死锁。线程束里的线程 memory' }),
]);

describe('matchTerm', () => {
  it.each([
    ['the term itself', 'memory', ['memori exact']],
    ['a longer word while the last one is typed', 'confl', ['conflict prefix']],
    ['a stem while its ending is typed', 'occupanc', ['occup prefix']],
    ['swapped letters in a short word', 'memroy', ['memori fuzzy']],
    ['two edits in a long symbol', 'cudaMemcyAsnyc', ['cudamemcpyasync fuzzy']],
    ['no neighbour of a number', 'sm_91', []],
    ['no neighbour of an option', '--gpu-cede', []],
    ['no neighbour of a three-letter word', 'bnk', []],
    ['everything that a Han character begins', '线', ['线程 prefix']],
    ['a Han character at the end of its run', '锁', ['锁 exact']],
  ])('finds %s', (_, query, expected) => {
    const terms = parseQuery(query, new Map()).flatMap((group) => group.terms);
    const whole = terms.find(({ kind }) => kind !== 'part' && kind !== 'bare');
    if (whole === undefined) throw new Error(`${query} has no head term`);
    expect(matchTerm(whole, new TermIndex(INDEX)).map(({ term, how }) => `${term} ${how}`)).toEqual(expected);
  });
});

describe('the index', () => {
  it('survives being written as JSON', () => {
    const read = new TermIndex(JSON.parse(JSON.stringify(INDEX)) as SearchIndex);
    expect(read.postings('memori')?.documents).toEqual([0, 1]);
    expect(read.pageCount).toBe(2);
  });

  it('refuses another version and says what to do', () => {
    const other = { ...INDEX, version: 0 } as unknown as SearchIndex;
    expect(() => new TermIndex(other)).toThrow(/has version 0, this page reads 2: reload the page/);
  });

  it('says more about a title than about the same word in prose', () => {
    const titled = testDocument({ id: '1', pageId: 'one', title: 'Warps' });
    const prose = testDocument({ id: '2', pageId: 'two', title: 'Other', text: 'warps among several more words' });
    const { impacts } = new TermIndex(buildIndex([titled, prose])).postings('warp') ?? { impacts: [] };
    expect(impacts[0]).toBeGreaterThan(impacts[1] ?? 1);
  });
});

describe('editDistance', () => {
  it.each([
    ['kitten', 'kitten', 0],
    ['conflcit', 'conflict', 1],
    ['memroy', 'memory', 1],
    ['spiling', 'spilling', 1],
    ['abcd', 'badc', 2],
    ['warp', 'lane', 3],
    ['warp', 'warpsize', 3],
  ])('from %s to %s is %i, or more than the limit of 2', (one, other, distance) => {
    expect(editDistance(one, other, 2)).toBe(distance);
    expect(editDistance(other, one, 2)).toBe(distance);
  });
});
