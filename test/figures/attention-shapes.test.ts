import { expect, test } from 'vitest';
import {
  attentionParameters, attentionSteps, cacheBytes, divisorsOf, headScores, headWeights, modelWidth, type AttentionShape,
} from '../../src/figures/attention-shapes.ts';
import { figure } from '../../src/figures/attention-shapes-figure.ts';
import { startDrawing, startValues } from '../../src/figures/figure-model.ts';

const llama: AttentionShape = { batch: 4, tokens: 2048, heads: 32, kvHeads: 8, headWidth: 128 };

/** By hand: 4096² twice and 4096 × 1024 twice; keys and values of 8 heads of 128 at two bytes. */
test('grouped heads make the products of keys and values, and the cache, smaller', () => {
  expect([modelWidth(llama), attentionParameters(llama), cacheBytes(llama)]).toEqual([4096, 41_943_040, 4096]);
  const multiHead = { ...llama, kvHeads: 32 };
  expect([attentionParameters(multiHead), cacheBytes(multiHead)]).toEqual([4 * 4096 ** 2, 16_384]);
});

test('each product takes a factor of two, its inner side and the numbers of its result', () => {
  const flops = Object.fromEntries(attentionSteps(llama).map((step) => [step.name, step.flops]));
  expect(flops).toEqual({
    x: 0,
    q: 2 * 4 * 2048 * 4096 * 4096,
    k: 2 * 4 * 2048 * 4096 * 1024,
    v: 2 * 4 * 2048 * 4096 * 1024,
    scores: 2 * 4 * 32 * 2048 * 2048 * 128,
    weighted: 2 * 4 * 32 * 2048 * 128 * 2048,
    output: 2 * 4 * 2048 * 4096 * 4096,
  });
  // 6 operations a weight and token forward and backward, 2 of them forward (Kaplan and others, 2020).
  const products = flops['q'] ?? 0;
  expect((products + (flops['k'] ?? 0) + (flops['v'] ?? 0) + (flops['output'] ?? 0)) / (4 * 2048)).toBe(2 * attentionParameters(llama));
});

test('scores spread by the root of the width, which is what they are divided by', () => {
  for (const width of [16, 64, 256]) {
    const scores = headScores(40, width, 7).flat();
    const spread = Math.sqrt(scores.reduce((sum, score) => sum + score * score, 0) / scores.length);
    expect(spread / Math.sqrt(width)).toBeGreaterThan(0.85);
    expect(spread / Math.sqrt(width)).toBeLessThan(1.15);
  }
});

test('weights of a row add up to one, and a causal head gives none to later tokens', () => {
  const weights = headWeights(headScores(12, 64, 3), { causal: true, scale: 1 / 8 });
  for (const [query, row] of weights.entries()) {
    expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(row.map((weight) => weight > 0)).toEqual(row.map((_, key) => key <= query));
  }
});

test('without the division one key takes most of the weight', () => {
  const largest = (scale: number) => {
    const weights = headWeights(headScores(12, 128, 1), { causal: false, scale });
    return weights.reduce((sum, row) => sum + Math.max(...row), 0) / weights.length;
  };
  expect(largest(1)).toBeGreaterThan(0.8);
  expect(largest(1 / Math.sqrt(128))).toBeLessThan(0.5);
});

test('heads of keys and values divide those of queries, however the sliders stand', () => {
  expect(divisorsOf(12)).toEqual([1, 2, 3, 4, 6, 12]);
  expect(startDrawing(figure, 'en')).toMatchObject({ limits: { kv: 5 }, shown: { kv: '8', tokens: '2,048', width: '128' } });
  expect(figure.draw({ ...startValues(figure.controls), heads: '7', kv: '5' }, 'zh-cn')).toMatchObject({ limits: { kv: 1 }, shown: { kv: '7' } });
});
