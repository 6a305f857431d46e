import { describe, expect, it } from 'vitest';
import { boundAt, kernelOf, MEMORY, percentRange, quarterRange, ridgeOf, rooflineSvg, roofs, viewAt } from '../../src/figures/roofline.ts';

const [fp32, bf16] = roofs;

describe('the roof', () => {
  it('is a slope up to the ridge and flat from there', () => {
    expect(boundAt(fp32, 1)).toBe(MEMORY);
    expect(boundAt(fp32, ridgeOf(fp32))).toBeCloseTo(fp32.peak);
    expect(boundAt(fp32, 8192)).toBe(fp32.peak);
    expect([Math.round(ridgeOf(fp32)), Math.round(ridgeOf(bf16))]).toEqual([14, 206]);
  });

  it('is above every kernel that the controls can make', () => {
    for (const roof of roofs) {
      for (let quarters: number = quarterRange.min; quarters <= quarterRange.max; quarters++) {
        const { intensity, rate } = kernelOf({ roof, quarters, percent: percentRange.max });
        expect(rate).toBeLessThanOrEqual(boundAt(roof, intensity));
      }
    }
  });
});

describe('a kernel that is dragged', () => {
  it('lands where it is dropped, within a step of the controls', () => {
    for (const quarters of [-16, 0, 12, 30, 52]) {
      for (const percent of [5, 50, 100]) {
        const svg = rooflineSvg({ roof: fp32, quarters, percent }, [], 'en');
        const [, x, y] = /class="kernel" transform="translate\(([\d.]+) ([\d.]+)\)"/u.exec(svg) ?? [];
        const again = viewAt(fp32, [Number(x), Number(y)]);
        expect(again.quarters).toBe(quarters);
        expect(Math.abs(again.percent - percent)).toBeLessThanOrEqual(1);
      }
    }
  });

  it('stays under the roof and on the chart', () => {
    expect(viewAt(fp32, [1000, -1000])).toEqual({ quarters: quarterRange.max, percent: percentRange.max });
    expect(viewAt(fp32, [-1000, 1000])).toEqual({ quarters: quarterRange.min, percent: percentRange.min });
  });
});
