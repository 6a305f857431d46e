import { describe, expect, it } from 'vitest';
import { anyCollision, collisionSvg, collisionText, letterRange, linkRange, linksOf, nextTaken } from '../../src/figures/collision-odds.ts';

describe('the odds of a collision', () => {
  it('are even after about 280,611 random codes of six letters', () => {
    expect(anyCollision({ letters: 6, links: 280_610 })).toBeLessThan(0.5);
    expect(anyCollision({ letters: 6, links: 280_611 })).toBeGreaterThanOrEqual(0.5);
  });

  it('come near the product of the probabilities that each code is new', () => {
    const codes = 62 ** 4;
    let different = 1;
    for (let i = 0; i < 3000; i++) different *= 1 - i / codes;
    expect(anyCollision({ letters: 4, links: 3000 })).toBeCloseTo(1 - different, 3);
  });

  it('are none for one link and certain for many', () => {
    expect(anyCollision({ letters: 4, links: 1 })).toBeCloseTo(0, 12);
    expect(anyCollision({ letters: 4, links: 1e8 })).toBe(1);
  });

  it('take more than half of all draws of six letters at 30 billion links, and never more than all', () => {
    expect(nextTaken({ letters: 6, links: 30e9 })).toBeCloseTo(0.528, 3);
    expect(nextTaken({ letters: 4, links: 30e9 })).toBe(1);
  });
});

describe('the drawing', () => {
  it('has no coordinate that is not a number, at any setting of the sliders', () => {
    for (let letters: number = letterRange.min; letters <= letterRange.max; letters++) {
      for (let tenths: number = linkRange.min; tenths <= linkRange.max; tenths++) {
        expect(collisionSvg(letters, tenths, 'en')).not.toMatch(/NaN|Infinity|undefined/u);
      }
    }
  });

  it('says the same in words, in both languages', () => {
    const shown = { letters: 6, links: linksOf(60) };
    expect(collisionText.en.summary(shown)).toBe('Some two of 1,000,000 links collide: > 99\u00a0%. The next code is taken: < 0.01\u00a0%.');
    expect(collisionText['zh-cn'].summary(shown)).toContain('1,000,000 个链接');
  });
});
