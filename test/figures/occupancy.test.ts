import { describe, expect, it } from 'vitest';
import { occupancyOf, smLimits, smOf, type BlockNeeds } from '../../src/cuda/occupancy.ts';
import { occupancySvg, stepRows } from '../../src/figures/occupancy-svg.ts';
import { occupancyText } from '../../src/figures/occupancy-text.ts';
import { loadRecording } from '../../src/notebook/recording-library.ts';
import { projectRoot } from '../support/project-root.ts';

const needs = (part: Partial<BlockNeeds> = {}): BlockNeeds =>
  ({ threads: 256, registers: 40, staticShared: 0, dynamicShared: 0, barriers: 1, ...part });
const count = (svg: string, kind: string): number => svg.split(`class="${kind}"`).length - 1;

describe('the words', () => {
  const hopper = smOf('9.0');

  it('say the result and the limit in both languages', () => {
    const result = occupancyOf(hopper, needs());
    expect(occupancyText.en.summary(hopper, result)).toBe('6 blocks, 48 of 64 warps: occupancy 75\u00a0%. Limit: registers.');
    expect(occupancyText['zh-cn'].summary(hopper, result)).toBe('6 个块，64 个线程束槽位用了 48 个：占用率 75\u00a0%。瓶颈：寄存器。');
  });

  it('say that a launch fails where not one block fits', () => {
    const result = occupancyOf(hopper, needs({ threads: 1024, registers: 65 }));
    expect(occupancyText.en.summary(hopper, result)).toBe('Not even one block fits: this launch fails. Limit: registers.');
  });
});

describe('the drawing', () => {
  it('has a square for every warp slot: resident, free, or without registers', () => {
    for (const limits of smLimits) {
      const svg = occupancySvg(limits, needs(), occupancyText.en);
      const [even, odd, free, starved] = ['even', 'odd', 'free', 'starved'].map((kind) => count(svg, kind));
      expect((even ?? 0) + (odd ?? 0)).toBe(occupancyOf(limits, needs()).warps);
      expect((even ?? 0) + (odd ?? 0) + (free ?? 0) + (starved ?? 0)).toBe(limits.warps);
    }
    expect(count(occupancySvg(smOf('9.0'), needs(), occupancyText.en), 'starved')).toBe(16);
    expect(count(occupancySvg(smOf('9.0'), needs({ dynamicShared: 65_536 }), occupancyText.en), 'free')).toBe(24);
  });

  it('highlights the bars of the resources that limit', () => {
    expect(count(occupancySvg(smOf('9.0'), needs(), occupancyText.en), 'limit')).toBe(1);
    expect(count(occupancySvg(smOf('9.0'), needs({ threads: 64, registers: 32 }), occupancyText.en), 'limit')).toBe(3);
  });

  it('draws a kernel that does not fit', () => {
    const svg = occupancySvg(smOf('12.0'), needs({ dynamicShared: 232_448 }), occupancyText['zh-cn']);
    expect(svg).toContain('一个块也放不下');
    expect(svg).not.toContain('NaN');
  });
});

describe('the table', () => {
  it('has a row a step and marks the one of the registers', () => {
    const rows = stepRows(smOf('9.0'), needs());
    expect(rows.match(/<tr/gu)).toHaveLength(7);
    expect(rows).toContain('<tr aria-current="true"><td>33–40</td><td>6</td><td>48</td><td>75\u00a0%</td></tr>');
  });
});

it('the calculator gives what the API said and the SMs held in the recorded launches', async () => {
  const recording = await loadRecording(projectRoot, 'cuda/occupancy');
  const printed = recording?.cells.find(({ id }) => id === 'residency')?.outputs ?? [];
  const text = printed.flatMap((output) => (output.output_type === 'stream' ? [output.text] : [])).join('');
  const rows = [...text.matchAll(/^ +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)-\6 +([\d.]+) %$/gmu)].map((row) => row.slice(1).map(Number));
  expect(rows.length).toBeGreaterThanOrEqual(14);
  for (const [threads = 0, registers = 0, kibibytes = 0, , api, counted, percent] of rows) {
    const { blocks, share } = occupancyOf(smOf('9.0'), {
      threads, registers, staticShared: 0, dynamicShared: kibibytes * 1024, barriers: 1,
    });
    expect([threads, registers, kibibytes, blocks, blocks, (share * 100).toFixed(1)])
      .toEqual([threads, registers, kibibytes, api, counted, percent?.toFixed(1)]);
  }
});
