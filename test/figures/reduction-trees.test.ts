import { expect, test } from 'vitest';
import { toyBlock, treeOrders, treeSteps } from '../../src/figures/reduction-trees.ts';

test('every order ends with the sum of all words in word 0', () => {
  for (const order of treeOrders) {
    const words = Array.from({ length: toyBlock.threads }, (_, word) => 2 ** word);
    for (const { additions } of treeSteps(order)) {
      for (const { to, from } of additions) words[to] = (words[to] ?? 0) + (words[from] ?? 0);
    }
    expect(words[0]).toBe(2 ** toyBlock.threads - 1);
  }
});

test('within a step no thread reads a word that another one writes', () => {
  for (const order of treeOrders) {
    for (const { additions } of treeSteps(order)) {
      const written = new Set(additions.map(({ to }) => to));
      expect(additions.filter(({ from }) => written.has(from))).toEqual([]);
    }
  }
});

test('interleaving keeps warps busy, packing makes banks collide, the sequential order does neither', () => {
  const columns = (order: (typeof treeOrders)[number]) => treeSteps(order).map(({ warps, ways }) => [warps, ways]);
  expect(columns('interleaved')).toEqual([[4, 1], [4, 1], [2, 1], [1, 1]]);
  expect(columns('packed')).toEqual([[2, 2], [1, 4], [1, 2], [1, 1]]);
  expect(columns('sequential')).toEqual([[2, 1], [1, 1], [1, 1], [1, 1]]);
});
