import { expect, it } from 'vitest';
import { isLong } from '../../src/output/output-length.ts';
import type { IOutput } from '../../src/output/output.ts';

const lines = (count: number): IOutput => ({ output_type: 'stream', name: 'stdout', text: 'line\n'.repeat(count) });
const result = (data: Readonly<Record<string, unknown>>): IOutput => ({ output_type: 'execute_result', execution_count: 1, data, metadata: {} });

it('counts lines over all outputs of a cell', () => {
  expect(isLong([lines(26)])).toBe(false);
  expect(isLong([lines(20), lines(7)])).toBe(true);
  expect(isLong([{ output_type: 'error', ename: 'E', evalue: '', traceback: Array.from({ length: 30 }, () => 'at') }])).toBe(true);
});

it('leaves out text that stands behind a richer output', () => {
  const plain = Array.from({ length: 40 }, () => 'row').join('\n');
  expect(isLong([result({ 'text/plain': plain })])).toBe(true);
  expect(isLong([result({ 'text/plain': plain, 'text/html': '<table></table>' })])).toBe(false);
});
