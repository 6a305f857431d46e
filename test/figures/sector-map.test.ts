import { describe, expect, it } from 'vitest';
import { accessOf, fieldRange, recordedFor, sectorSvg, sectorWords } from '../../src/figures/sector-map-svg.ts';
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

describe('structures of floats', () => {
  it('waste all but one field where they lie together, and nothing where their fields lie apart', () => {
    for (let fields: number = fieldRange.min; fields <= fieldRange.max; fields++) {
      expect(mapSectors(accessOf({ layout: 'soa', fields })).efficiency).toBe(1);
      expect(mapSectors(accessOf({ layout: 'aos', fields })).efficiency).toBeCloseTo(1 / fields, 10);
    }
  });

  it('are shown beside the recording of their own layout alone', () => {
    const recorded = [{ view: { layout: 'aos', fields: 4 }, rates: { both: 1045 } }] as const;
    expect(recordedFor({ layout: 'aos', fields: 4 }, recorded)).toBe(recorded[0]);
    expect(recordedFor({ layout: 'soa', fields: 4 }, recorded)).toBeUndefined();
    expect(recordedFor({ layout: 'array', width: 4, stride: 4, offset: 0 }, recorded)).toBeUndefined();
    expect(sectorWords.en.recorded(recorded[0])).toBe('Recorded on an H200, useful bytes: read and written 1,045 GB/s.');
  });
});

it('draws every word that comes and no line that is not touched', () => {
  for (const stride of [0, 1, 2, 3, 8, 32]) {
    for (const width of laneWidths) {
      const view = { layout: 'array', width, stride, offset: 5 } as const;
      const svg = sectorSvg(view, 'en');
      const map = mapSectors(view);
      expect(svg.match(/class="wanted"/gu)).toHaveLength(map.words.length);
      expect(svg.match(/class="wanted"|class="fetched"/gu)).toHaveLength(map.sectors.length * 8);
      expect(svg.match(/<text/gu)).toHaveLength(new Set(map.sectors.map((sector) => Math.floor(sector / 4))).size);
    }
  }
});
