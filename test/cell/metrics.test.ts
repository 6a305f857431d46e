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

it('takes no longer for lines of many spaces than for others', () => {
  const started = performance.now();
  expect(parseMetrics(`${' '.repeat(50_000)}x\n${'a '.repeat(50_000)}\n: 3`)).toEqual([]);
  expect(performance.now() - started).toBeLessThan(1000);
});
