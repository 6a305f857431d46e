import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fittingOutputs, type KeptOutput, parseKeptOutputs } from '../../src/output/kept-outputs.ts';
import { gapOutput, hasGap } from '../../src/output/output-gap.ts';
import { OutputFormatError } from '../../src/output/output.ts';

const stdout = (text: string): KeptOutput => ({ output_type: 'stream', name: 'stdout', text });
const display = (text: string, displayId?: string): KeptOutput =>
  ({ output_type: 'display_data', data: { 'text/plain': text }, metadata: {}, ...(displayId === undefined ? {} : { displayId }) });
const mark = gapOutput('page-left');

describe('outputs that a page keeps', () => {
  it('are read back as they were written, with their display ids', () => {
    const kept = [stdout('a\n'), display('bar', 'd1'), display('still')];
    expect(parseKeptOutputs(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([[null], [{}], [[1]], [[{ output_type: 'stream', name: 'stdout', text: 1 }]], [[{ ...display('x'), displayId: 1 }]]])('are not read from %j', (value) => {
    expect(() => parseKeptOutputs(value)).toThrow(OutputFormatError);
  });

  it('take no more characters than they may, and end as the outputs do', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '"', '\u001b', '界'), maxLength: 600 });
    const any = fc.oneof(text.map(stdout), text.map((value) => display(value, 'd')));
    fc.assert(fc.property(fc.array(any, { maxLength: 6 }), fc.integer({ min: 300, max: 2000 }), (outputs, limit) => {
      const kept = fittingOutputs(outputs, limit);
      expect(JSON.stringify(kept).length).toBeLessThanOrEqual(limit);
      expect(hasGap(kept) || JSON.stringify(kept) === JSON.stringify(outputs)).toBe(true);
      if (JSON.stringify(outputs).length + JSON.stringify(mark).length + 2 <= limit) expect(kept).toEqual(outputs);
    }));
  });

  it('keep the last lines of a text that is too long, and what is before a picture that is', () => {
    const rows = Array.from({ length: 1000 }, (_, row) => `row ${row}\n`).join('');
    const [first, last, ...more] = fittingOutputs([display('before'), stdout(rows)], 1000);
    expect([first, more]).toEqual([mark, []]);
    expect(last?.output_type === 'stream' && last.text).toMatch(/^row 9\d\d\n[^]*row 999\n$/u);
    expect(fittingOutputs([stdout('a'), display('x'.repeat(5000)), stdout('b')], 1000)).toEqual([stdout('a'), mark, stdout('b')]);
  });
});
