import { expect, test } from 'vitest';
import { expertCapacity, routeTokens, type RoutingCase } from '../../src/figures/expert-routing.ts';
import { figure } from '../../src/figures/expert-routing-figure.ts';
import { startDrawing, startValues } from '../../src/figures/figure-model.ts';
import { normalFrom, softmax, uniformFrom } from '../../src/figures/seeded-random.ts';

const usual: RoutingCase = { tokens: 64, experts: 4, choices: 1, capacityFactor: 1.25, skew: 0.5, seed: 1 };

/** Switch Transformers, section 2.2: tokens per batch / number of experts × capacity factor. */
test('an expert takes its even share times the capacity factor, rounded up', () => {
  expect(expertCapacity(usual)).toBe(20);
  expect(expertCapacity({ ...usual, choices: 2 })).toBe(40);
  expect(expertCapacity({ ...usual, tokens: 10, experts: 3, capacityFactor: 1 })).toBe(4);
});

test('each token is sent to different experts, and an expert fills its places in order up to its capacity', () => {
  for (const choices of [1, 2] as const) {
    for (let seed = 0; seed < 20; seed++) {
      const { assignments, capacity, wanted } = routeTokens({ ...usual, choices, seed, skew: 1 });
      expect(new Set(assignments.map(({ token, expert }) => `${token} ${expert}`)).size).toBe(64 * choices);
      for (const [expert, count] of wanted.entries()) {
        const slots = assignments.filter((each) => each.expert === expert).map(({ slot }) => slot);
        expect(slots).toEqual(Array.from({ length: count }, (_, place) => (place < capacity ? place : null)));
      }
    }
  }
});

test('second choices come after all first ones', () => {
  const { assignments } = routeTokens({ ...usual, choices: 2 });
  expect(assignments.map(({ choice }) => choice)).toEqual([...Array<number>(64).fill(0), ...Array<number>(64).fill(1)]);
});

test('a factor as large as the worst load drops nothing, and a skewed router drops more than an even one', () => {
  const dropped = (given: RoutingCase) => routeTokens(given).assignments.filter(({ slot }) => slot === null).length;
  const mean = (skew: number) =>
    Array.from({ length: 40 }, (_, seed) => dropped({ ...usual, skew, seed })).reduce((sum, count) => sum + count, 0) / 40;
  expect(mean(1.5)).toBeGreaterThan(4 * mean(0));
  const worst = (Math.max(...routeTokens(usual).wanted) * usual.experts) / usual.tokens;
  expect(dropped({ ...usual, capacityFactor: worst })).toBe(0);
  expect(dropped({ ...usual, capacityFactor: worst - 1 / 16 })).toBeGreaterThan(0);
});

test('the balance loss is near 1 for an even router and grows with the skew', () => {
  const loss = (skew: number) => routeTokens({ ...usual, tokens: 2000, skew }).balanceLoss;
  expect(loss(0)).toBeCloseTo(1, 1);
  expect(loss(1)).toBeGreaterThan(1.15);
  expect(loss(2)).toBeGreaterThan(loss(1));
});

test('the random numbers have the mean and the spread that they should, and are the same for a seed', () => {
  const [uniform, normal, again] = [uniformFrom(3), normalFrom(3), normalFrom(3)];
  const numbers = Array.from({ length: 20_000 }, () => [uniform(), normal()] as const);
  const mean = (of: (pair: readonly [number, number]) => number) => numbers.reduce((sum, pair) => sum + of(pair), 0) / numbers.length;
  expect(mean(([u]) => u)).toBeCloseTo(0.5, 1.5);
  expect(mean(([, n]) => n)).toBeCloseTo(0, 1.5);
  expect(mean(([, n]) => n * n)).toBeCloseTo(1, 1);
  expect(numbers.slice(0, 5).map(([, n]) => n)).toEqual(Array.from({ length: 5 }, again));
  expect(softmax([0, Math.log(3), -Infinity])).toEqual([expect.closeTo(0.25) as number, expect.closeTo(0.75) as number, 0]);
});

test('the figure drops tokens at first, and none with a large factor', () => {
  expect(startDrawing(figure, 'en').summary).toMatch(/^Each expert takes 10\. [1-9]\d* of 32/u);
  expect(figure.draw({ ...startValues(figure.controls), factor: '3' }, 'zh-cn')).toMatchObject({ summary: expect.stringContaining('丢弃 0 次') as string });
});
