import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareOutputs, isSame, maskedLine, type OutputComparison } from '../../src/cell/output-comparison.ts';

const printed = (stdout: string, more: { stderr?: string; other?: string } = {}) => ({ stdout, stderr: '', other: '', ...more });
const text = (recorded: string, live: string) => compareOutputs(printed(recorded), printed(live), 'text');
const metrics = (recorded: string, live: string) => compareOutputs(printed(recorded), printed(live), 'metrics');
const shown = ({ lines }: OutputComparison) => lines?.map((line) => (line.kind === 'left-out' ? `… ${line.count}` : `${line.kind} ${line.text}`));

describe('the numbers of a run', () => {
  it('stand beside those recorded under the same label, with their ratio', () => {
    const { metrics: pairs, lines } = metrics('Card: NVIDIA H200\nstride 1: 2.0 cycles\nstride 32: 32 cycles\n', 'Card: NVIDIA H200\nstride 1: 3.0 cycles\nstride 32: 32.0 cycles\n');
    expect(pairs.map(({ label, recorded, live, ratio }) => [label, recorded?.text, live?.text, ratio])).toEqual([
      ['stride 1', '2.0', '3.0', 1.5], ['stride 32', '32', '32.0', 1],
    ]);
    expect(lines).toEqual([]);
  });

  it('have no ratio where one is missing, the units differ or nothing can be divided', () => {
    const { metrics: pairs } = metrics('a: 1 ms\nb: 2 ms\nc: 0 hits\nd: -1 K', 'b: 2 s\nc: 5 hits\nd: 1 K\ne: 7');
    expect(pairs.map(({ label, recorded, live, ratio }) => [label, recorded !== null, live !== null, ratio])).toEqual([
      ['a', true, false, null], ['b', true, true, null], ['c', true, true, null], ['d', true, true, null], ['e', false, true, null],
    ]);
  });

  it('are paired in order where a label comes several times', () => {
    expect(metrics('x: 1\nx: 2', 'x: 2\nx: 6').metrics.map(({ ratio }) => ratio)).toEqual([2, 3]);
  });

  it('are lines like any other in a cell that is not one of metrics', () => {
    expect(shown(text('x: 1', 'x: 2'))).toEqual(['recorded x: 1', 'live x: 2']);
  });
});

describe('the text of a run', () => {
  it.each([
    ['took 3.25 ms', 'took 18 ms'], ['done in 2 s', 'done in 0.31 s'], ['耗时 3 毫秒', '耗时 20 毫秒'], ['at 0x7f0012ab3400', 'at 0x55cc98a01230'],
    ['pid 4711 ended', 'pid 9 ended'], ['process 12: hello', 'process 3456: hello'], ['2026-11-30T13:58:51Z start', '2027-01-02T03:04:05Z start'],
    ['12:30:01 start', '9:05:59 start'], ['100%|██████████| 40/40 [00:03<00:00, 12.1it/s]', ' 20%|██        | 8/40 [00:01<00:04, 7.4it/s]'],
    ['wrote /tmp/tmpa1b2/x.o', 'wrote /tmp/tmpzz/x.o'],
  ])('is the same where only what changes in every run differs: %s', (recorded, live) => {
    const comparison = text(`first\n${recorded}\nlast\n`, `first\n${live}\nlast\n`);
    expect([isSame(comparison), comparison.masked]).toEqual([true, 1]);
  });

  it.each([['sum: 3', 'sum: 4'], ['3 errors', '4 errors'], ['sm_90', 'sm_120'], ['H200', 'L4'], ['0x1f', '0x2f'], ['5 samples', '6 samples']])(
    'is not the same where a number that means something differs: %s', (recorded, live) => {
      expect(isSame(text(recorded, live))).toBe(false);
      expect(maskedLine(recorded)).toBe(recorded);
    },
  );

  it('is shown around what differs, in the order of the lines, with how much is left out', () => {
    const comparison = text('1\n2\n3\n4\nold\n6\n7\n8\n', '1\n2\n3\n4\nnew\nmore\n6\n7\n8\n');
    expect(shown(comparison)).toEqual(['… 3', 'same 4', 'recorded old', 'live new', 'live more', 'same 6', '… 2']);
    expect(comparison.differing).toBe(3);
  });

  it('has its streams compared apart, since their order is by chance', () => {
    const recorded = printed('out\n', { stderr: 'warning\n' });
    expect(isSame(compareOutputs(recorded, { ...recorded }, 'text'))).toBe(true);
    expect(shown(compareOutputs(recorded, printed('out', { other: 'ValueError: no' }), 'text'))).toEqual(['same out', 'recorded warning', 'live ValueError: no']);
  });

  it('that is another one altogether is not set side by side', () => {
    const lines = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word}${index}`).join('\n');
    expect(text(lines('a'), lines('b')).lines).toBeNull();
  });
});

it('says of any run that it is the same as itself, and of none that it has another one\'s lines', () => {
  const line = fc.oneof(fc.string(), fc.constantFrom('a: 1 ms', 'a: 2 ms', 'b', 'pid 3', '0x7ffff0'));
  const output = fc.array(line, { maxLength: 12 }).map((lines) => printed(lines.join('\n')));
  fc.assert(fc.property(output, output, fc.constantFrom('metrics' as const, 'text' as const), (one, other, kind) => {
    expect(isSame(compareOutputs(one, one, kind))).toBe(true);
    const there = compareOutputs(one, other, kind);
    const back = compareOutputs(other, one, kind);
    expect(isSame(there)).toBe(isSame(back));
    expect(there.differing).toBe(back.differing);
    expect(there.metrics.length).toBe(back.metrics.length);
  }));
});
