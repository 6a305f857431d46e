import { describe, expect, it } from 'vitest';
import { laneWidths, LANES, mapSectors } from '../../src/figures/sector-map.ts';

describe('the sectors of a warp', () => {
  it('are 4, 8, 16, then always 32 for floats at stride 1, 2, 4, 8 and more', () => {
    const counts = [1, 2, 4, 8, 16, 32].map((stride) => mapSectors({ width: 4, stride, offset: 0 }).sectors.length);
    expect(counts).toEqual([4, 8, 16, 32, 32, 32]);
  });

  it('are five where a warp begins inside a sector, and four at multiples of eight floats', () => {
    for (let offset = 0; offset < 64; offset++) {
      expect([offset, mapSectors({ width: 4, stride: 1, offset }).sectors.length]).toEqual([offset, offset % 8 === 0 ? 4 : 5]);
    }
  });

  it('waste nothing where neighbouring lanes take neighbouring elements of any width', () => {
    for (const width of laneWidths) {
      const { words, sectors, efficiency } = mapSectors({ width, stride: 1, offset: 0 });
      expect([words.length, sectors.length, efficiency]).toEqual([LANES * (width / 4), width, 1]);
    }
  });

  it('are one where all lanes take one word, and an eighth of it is wanted', () => {
    expect(mapSectors({ width: 4, stride: 0, offset: 3 })).toEqual({ words: [3], sectors: [0], efficiency: 1 / 8 });
  });
});
