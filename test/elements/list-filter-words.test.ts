import { expect, it } from 'vitest';
import { hasAllWords } from '../../src/elements/list-filter-words.ts';

it.each(['warp', 'WARP', 'threads warp', '线程束', 'ＷＡＲＰ', ''])('finds %j in a text that has its words, in any order and case', (query) => {
  expect(hasAllWords('Warp 线程束: 32 threads', query)).toBe(true);
});

it.each(['block', 'warp block', '线程块'])('does not find %j where a word is missing', (query) => {
  expect(hasAllWords('Warp 线程束: 32 threads', query)).toBe(false);
});
