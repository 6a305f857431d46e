import { describe, expect, it } from 'vitest';
import { accessKey, accessWidths, BANKS, firstWords, LANES, mapBanks, swizzledColumn, type BankAccess, type BankMap }
  from '../../src/figures/bank-map.ts';
import { bankMapSvg } from '../../src/figures/bank-map-svg.ts';
import { bankMapText } from '../../src/figures/bank-map-text.ts';
import { recordedValues } from '../../src/notebook/recorded-values.ts';
import { projectRoot } from '../support/project-root.ts';

const strided = (stride: number, width: 4 | 8 | 16 = 4, offset = 0): BankAccess =>
  ({ kind: 'strided', width, offset, stride });
const column = (pad: number, width: 4 | 8 | 16 = 4, layout: 'plain' | 'swizzled' = 'plain', at = 0): BankAccess =>
  ({ kind: 'column', width, column: at, pad, layout });

function served(map: BankMap): Extract<BankMap, { kind: 'served' }> {
  if (map.kind !== 'served') throw new Error(`expected a served access, got ${map.kind} at byte ${map.byte}`);
  return map;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

describe('4-byte accesses', () => {
  it('take gcd(stride, 32) wavefronts at every stride from 1 to 64 and at every offset', () => {
    for (let stride = 1; stride <= 64; stride++) {
      for (let offset = 0; offset < BANKS; offset++) {
        const map = served(mapBanks(strided(stride, 4, offset)));
        expect([stride, offset, map.ways, map.wavefronts]).toEqual([stride, offset, gcd(stride, 32), gcd(stride, 32)]);
      }
    }
  });

  it('are one broadcast at stride 0, where all lanes want the same word', () => {
    const map = served(mapBanks(strided(0, 4, 5)));
    expect(map.wavefronts).toBe(1);
    expect(map.cells).toEqual([
      { word: 5, bank: 5, lanes: Array.from({ length: LANES }, (_, lane) => lane), phase: 0, turn: 0 },
    ]);
  });

  it('conflict 32 ways down a column of a [32][32] tile and not at all with an odd padding', () => {
    expect(served(mapBanks(column(0))).wavefronts).toBe(32);
    expect([1, 3, 5, 7].map((pad) => served(mapBanks(column(pad))).wavefronts)).toEqual([1, 1, 1, 1]);
    expect([2, 4, 8].map((pad) => served(mapBanks(column(pad))).wavefronts)).toEqual([2, 4, 8]);
  });

  it('do not conflict down any column of a swizzled [32][32] tile', () => {
    for (let at = 0; at < 32; at++) expect(served(mapBanks(column(0, 4, 'swizzled', at))).wavefronts).toBe(1);
  });
});

describe('wider accesses', () => {
  it('need as many wavefronts as phases when neighbouring lanes read neighbouring vectors', () => {
    expect(served(mapBanks(strided(2, 8)))).toMatchObject({ phases: 2, ways: 1, wavefronts: 2 });
    expect(served(mapBanks(strided(4, 16)))).toMatchObject({ phases: 4, ways: 1, wavefronts: 4 });
  });

  it('take 32, 4 and 8 wavefronts for float4 at row pitches of 32, 36 and 40 words', () => {
    expect([32, 36, 40].map((pitch) => served(mapBanks(strided(pitch, 16))).wavefronts)).toEqual([32, 4, 8]);
    expect([0, 4, 8].map((pad) => served(mapBanks(column(pad, 16))).wavefronts)).toEqual([32, 4, 8]);
  });

  it('take 32, 2 and 4 wavefronts for float2 at row pitches of 32, 34 and 36 words', () => {
    expect([32, 34, 36].map((pitch) => served(mapBanks(strided(pitch, 8))).wavefronts)).toEqual([32, 2, 4]);
  });

  it('are refused at a row pitch of 33 words, from the first lane that is not aligned', () => {
    expect(mapBanks(strided(33, 16))).toEqual({ kind: 'misaligned', width: 16, lane: 1, byte: 132 });
    expect(mapBanks(column(1, 8))).toEqual({ kind: 'misaligned', width: 8, lane: 1, byte: 132 });
    expect(mapBanks(strided(4, 16, 2))).toEqual({ kind: 'misaligned', width: 16, lane: 0, byte: 8 });
  });

  it('reach the minimum down every column of a swizzled [32][32] tile', () => {
    for (let at = 0; at < 32; at += 4) expect(served(mapBanks(column(0, 16, 'swizzled', at))).wavefronts).toBe(4);
    for (let at = 0; at < 32; at += 2) expect(served(mapBanks(column(0, 8, 'swizzled', at))).wavefronts).toBe(2);
  });
});

describe('the swizzle', () => {
  it('moves the columns of each row to 32 different places', () => {
    for (const width of accessWidths) {
      for (let row = 0; row < 32; row++) {
        const places = new Set(Array.from({ length: 32 }, (_, at) => swizzledColumn(row, at, width)));
        expect([...places].sort((a, b) => a - b)).toEqual(Array.from({ length: 32 }, (_, at) => at));
      }
    }
  });
});

describe('the map', () => {
  it('holds every lane once for each word of its access', () => {
    for (const width of accessWidths) {
      const access = strided(12, width);
      const wanted = firstWords(access).flatMap((word, lane) =>
        Array.from({ length: width / 4 }, (_, i) => `${lane}:${word + i}`));
      const held = served(mapBanks(access)).cells.flatMap((cell) => cell.lanes.map((lane) => `${lane}:${cell.word}`));
      expect(held.sort()).toEqual(wanted.sort());
    }
  });
});

describe('the drawing', () => {
  it('says the result in both languages', () => {
    expect(bankMapText.en.summary(mapBanks(column(0)))).toBe('32 wavefronts: 32-way conflict (one phase of 32 lanes).');
    expect(bankMapText['zh-cn'].summary(mapBanks(column(0)))).toBe('32 个 wavefront：32 路冲突（32 个 lane 一个阶段）。');
    expect(bankMapText.en.summary(mapBanks(column(1, 16)))).toContain('lane 1 begins at byte 132');
  });

  it('marks one word as served and 31 as waiting down a column of a [32][32] tile', () => {
    const svg = bankMapSvg(mapBanks(column(0)), bankMapText.en);
    expect(svg.match(/class="served"/gu)).toHaveLength(1);
    expect(svg.match(/class="waits"/gu)).toHaveLength(31);
  });

  it('draws a broadcast as one square that names the number of lanes', () => {
    const svg = bankMapSvg(mapBanks(strided(0)), bankMapText.en);
    expect(svg.match(/<rect/gu)).toHaveLength(1);
    expect(svg).toContain('>×32</text>');
  });

  it('draws at most 32 rows, whatever the stride', () => {
    for (const width of accessWidths) {
      for (let stride = 0; stride <= 64; stride += width / 4) {
        const svg = bankMapSvg(mapBanks(strided(stride, width)), bankMapText.en);
        const height = Number(/viewBox="0 0 \d+ (\d+)"/u.exec(svg)?.[1]);
        expect(height).toBeLessThanOrEqual(34 + 32 * 19 + 24);
      }
    }
  });

  it('still draws an empty grid for a misaligned access', () => {
    const svg = bankMapSvg(mapBanks(column(1, 16)), bankMapText['zh-cn']);
    expect(svg).not.toContain('<rect');
    expect(svg).toContain('aria-label="未对齐');
  });
});

describe('the recorded cycles', () => {
  it('are within 1 % of the wavefronts that the figure counts', async () => {
    const sweep = await recordedValues(projectRoot, 'cuda/bank-conflicts', 'stride-sweep');
    const vectors = await recordedValues(projectRoot, 'cuda/bank-conflicts', 'vector-access');
    for (const stride of [0, 1, 2, 4, 6, 8, 16, 32, 33]) {
      const cycles = sweep(`stride ${stride}`)?.value ?? 0;
      expect(Math.abs(cycles / served(mapBanks(strided(stride))).wavefronts - 1), `stride ${stride}`).toBeLessThan(0.01);
    }
    for (const pad of [0, 4, 8]) {
      const cycles = vectors(`pitch ${32 + pad}`)?.value ?? 0;
      expect(Math.abs(cycles / served(mapBanks(column(pad, 16))).wavefronts - 1), `pitch ${32 + pad}`).toBeLessThan(0.01);
    }
  });

  it('are kept under a name that only equal accesses share', () => {
    const accesses = [strided(1), strided(2), strided(1, 8), strided(1, 4, 1), column(0), column(1), column(0, 16), column(0, 4, 'swizzled')];
    expect(new Set(accesses.map(accessKey)).size).toBe(accesses.length);
  });
});
