import { describe, expect, it } from 'vitest';
import { parseGlossary } from '../../src/search/glossary.ts';
import { analyzeGlossary, parseQuery } from '../../src/search/search-query.ts';
import { noteGlossary } from './corpus.ts';

describe('parseGlossary', () => {
  it('reads entries of English and Chinese terms', () => {
    expect(parseGlossary('- { en: [warp], zh: [线程束] }')).toEqual([{ en: ['warp'], zh: ['线程束'] }]);
  });

  it.each([
    ['warp: 线程束', /write a list of entries/],
    ['- [warp]', /write it as \{ en: \[warp\], zh: \[线程束\] \}\n.*at \[0\]/],
    ['- { en: [warp], zn: [线程束] }', /unknown key zn: the keys are en and zh\n.*at \[0\]/],
    ['- { en: [warp] }', /give at least two terms that mean the same\n.*at \[0\]/],
    ['- { en: [warp], zh: [线程束] }\n- { en: [302], zh: [重定向] }', /not a term: put quotes .*\n.*at \[1\]\.en\[0\]/],
    ['- { en: [" "], zh: [线程束] }', /an empty term\n.*at \[0\]\.en\[0\]/],
    ['- { en: warp, zh: [线程束] }', /write a list of terms in brackets\n.*at \[0\]\.en/],
    ['- { en: [warp], zh: [线程束] }\n- { en: [warp', /^notes\/glossary\.yaml:3:\d+: /],
  ])('refuses %j and says where and how to write it', (source, message) => {
    expect(() => parseGlossary(source)).toThrow(message);
  });
});

describe('the glossary of the notes', () => {
  it('has no entry twice and no term twice within an entry', () => {
    const entries = noteGlossary().map(({ en, zh }) => [...en, ...zh]);
    for (const terms of entries) expect(new Set(terms).size, terms.join(', ')).toBe(terms.length);
    expect(new Set(entries.map(String)).size).toBe(entries.length);
  });
});

describe('parseQuery with a glossary', () => {
  const glossary = analyzeGlossary([
    { en: ['shared memory'], zh: ['共享内存'] },
    { en: ['memory'], zh: ['内存'] },
  ]);

  it('takes the longest phrase and offers its equals instead', () => {
    const groups = parseQuery('shared memory size', glossary);
    expect(groups.map(({ terms }) => terms.map(({ surface }) => surface))).toEqual([['shared', 'memory'], ['size']]);
    expect(groups[0]?.alternatives.map((phrase) => phrase.map(({ term }) => term))).toEqual([['共享', '享内', '内存']]);
  });

  it('finds a phrase inside a run of Han characters', () => {
    const groups = parseQuery('用共享内存吗', glossary);
    const phrase = groups.find(({ alternatives }) => alternatives.length > 0);
    expect(phrase?.terms.map(({ term }) => term)).toEqual(['共享', '享内', '内存']);
  });

  it('weighs whole symbols over words, words over bigrams, bigrams over parts', () => {
    const terms = parseQuery('__shfl_sync size 归约 how', new Map()).flatMap((group) => group.terms);
    expect(terms.map(({ term, weight }) => [term, weight])).toEqual(
      expect.arrayContaining([['__shfl_sync', 2], ['size', 1], ['归约', 0.7], ['shfl', 0.35], ['how', 0.15]]),
    );
  });
});
