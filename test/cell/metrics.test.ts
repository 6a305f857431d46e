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

/** Processor time of one reading of lines of many spaces, in µs: the mean over as many as make the clock's steps small. */
function processorTime(spaces: number): number {
  const text = `${' '.repeat(spaces)}x\n${'a '.repeat(spaces)}\n: 3\na: 1${' '.repeat(spaces)}1:`;
  let used = 0;
  let readings = 0;
  for (const before = process.cpuUsage(); used < 200_000; used = process.cpuUsage(before).user) {
    expect(parseMetrics(text)).toEqual([]);
    readings += 1;
  }
  return used / readings;
}

it('takes the colons of a C++ name for a part of the label', () => {
  expect(parseMetrics('thrust::sort: 1.82 ms')).toEqual([{ label: 'thrust::sort', value: 1.82, text: '1.82', unit: 'ms' }]);
});

it('reads the lines of a cell of several processes without the rank before them', () => {
  expect(parseMetrics('[rank0]: RANK 0 of 2\n[rank1]: sent: 1.50 times its data')).toEqual([
    { label: 'sent', value: 1.5, text: '1.50', unit: 'times its data' },
  ]);
});

it('takes time in proportion to the length of lines of many spaces, not to its square', () => {
  // Sixteen times the length: some 16 times the time, where a square would be 256 times.
  expect(processorTime(64_000) / processorTime(4_000)).toBeLessThan(60);
});
