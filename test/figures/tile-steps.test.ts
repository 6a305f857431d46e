import { expect, test } from 'vitest';
import { stepsOf, tileCase, tileStep, tileStepsSvg, wordsPerElement } from '../../src/figures/tile-steps.ts';

test('at the last step every element has all of its products', () => {
  for (const width of tileCase.widths) expect(tileStep(width, stepsOf(width) - 1).products).toBe(tileCase.size);
});

test('the words that a block fetches shrink with the width of the tile', () => {
  expect(tileCase.widths.map(wordsPerElement)).toEqual([16, 8, 4]);
  for (const width of tileCase.widths) {
    expect(tileStep(width, stepsOf(width) - 1).fetched).toBe(wordsPerElement(width) * width * width);
  }
});

test('a thread is marked only while the block multiplies', () => {
  expect(tileStepsSvg(4, 0, 'en')).not.toContain('class="sum"');
  expect(tileStepsSvg(4, 1, 'en')).toContain('class="sum"');
});
