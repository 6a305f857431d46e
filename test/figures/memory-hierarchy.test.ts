import { expect, test } from 'vitest';
import { startValues } from '../../src/figures/figure-model.ts';
import { answering, figure, ringSizes, sizeName } from '../../src/figures/memory-hierarchy-figure.ts';
import { recordedNumbers } from '../support/recorded-lines.ts';

const recorded = recordedNumbers('cuda/memory-hierarchy', 'chase');
const cycles = (label: string): number => recorded.get(label) ?? Number.NaN;
const KIB_OF_L2 = 60 * 1024;

test('has a size for every ring that the note recorded', () => {
  const sizes = [...recorded.keys()].filter((label) => /^\d+ [KM]iB$/u.test(label));
  expect(ringSizes.map(sizeName)).toEqual(sizes);
});

test('says that what fits into a cache is answered by it, and what is far larger than it by the next', () => {
  for (const size of ringSizes) {
    const levels = answering(cycles(sizeName(size)));
    if (size <= 208) expect([size, levels]).toEqual([size, ['L1']]);
    else if (size >= 320 && size < KIB_OF_L2) expect([size, levels]).toEqual([size, ['L2']]);
    else if (size > 1.2 * KIB_OF_L2) expect([size, levels]).toEqual([size, ['HBM']]);
    else expect([size, levels.length]).toEqual([size, 2]);
  }
});

test('tells cycles and time as recorded, and what is missing', () => {
  const data = JSON.stringify({
    large: Object.fromEntries(ringSizes.map((size) => [size, cycles(sizeName(size))])), small: { 64: cycles('64 KiB, small L1') },
    near: { shared: cycles('shared') }, megahertz: cycles('SM clock'),
  });
  const summary = (values: Readonly<Record<string, string>>) => {
    const drawn = figure.draw({ ...startValues(figure.controls), ...values }, 'en', data);
    return 'problem' in drawn ? drawn.problem : drawn.summary;
  };
  expect(summary({ size: String(ringSizes.length - 1) })).toBe(
    `1024 MiB of global memory: a load takes ${Math.round(cycles('1024 MiB'))} cycles, ${cycles('1024 MiB, time')} ns. HBM answers.`);
  expect(summary({ size: '4' })).toContain('32 cycles, 16 ns. L1 answers.');
  expect(summary({ size: '4', small: 'on' })).toContain('285 cycles, 144 ns. L2, its near half, answers.');
  expect(summary({ space: 'shared' })).toContain('23 cycles, 12 ns');
  expect(summary({ space: 'constant' })).toBe('This was not recorded.');
});
