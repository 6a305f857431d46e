import { expect, it } from 'vitest';
import { parseMetrics } from '../../src/cell/metrics.ts';

it('reads label, number and unit of each metric line and passes other lines over', () => {
  const text = 'Verified.\nstride 32: 79.8 cycles\ncopy : 4,302 GB/s\nratio: 3.9\nwhen: 12:30 today\nspeed: 1.5e3 GB/s of peak';
  expect(parseMetrics(text)).toEqual([
    { label: 'stride 32', value: 79.8, text: '79.8', unit: 'cycles' },
    { label: 'copy', value: 4302, text: '4,302', unit: 'GB/s' },
    { label: 'ratio', value: 3.9, text: '3.9', unit: '' },
    { label: 'speed', value: 1500, text: '1.5e3', unit: 'GB/s of peak' },
  ]);
});

/** The least processor time, in µs, of a few rounds over lines of many spaces. */
function processorTime(spaces: number): number {
  const text = `${' '.repeat(spaces)}x\n${'a '.repeat(spaces)}\n: 3\na: 1${' '.repeat(spaces)}1:`;
  const rounds = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    for (let time = 0; time < 10; time += 1) expect(parseMetrics(text)).toEqual([]);
    return process.cpuUsage(before).user;
  });
  return Math.min(...rounds);
}

it('takes time in proportion to the length of lines of many spaces, not to its square', () => {
  const small = processorTime(4_000);
  // Sixteen times the length: some 16 times the time, where a square would be 256 times.
  expect(processorTime(64_000) / small).toBeLessThan(60);
});
