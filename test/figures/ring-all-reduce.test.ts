import { describe, expect, it, test } from 'vitest';
import { startDrawing, startValues } from '../../src/figures/figure-model.ts';
import { ringStart, ringSteps, ringTraffic } from '../../src/figures/ring-all-reduce.ts';
import { figure } from '../../src/figures/ring-all-reduce-figure.ts';

describe.each([2, 3, 4, 5, 6, 7, 8])('over %i ranks', (ranks) => {
  const steps = ringSteps(ranks);
  const all = (1 << ranks) - 1;

  it('ends with the sum over all ranks in every chunk of every rank', () => {
    expect(steps.at(-1)?.parts.flat().every((parts) => parts === all)).toBe(true);
  });

  it('has exactly one complete chunk at each rank after the reduce-scatter, and each chunk at one rank', () => {
    const scattered = steps[ranks - 2]?.parts ?? [];
    const complete = scattered.map((row) => row.flatMap((parts, chunk) => (parts === all ? [chunk] : [])));
    expect(complete.map(({ length }) => length)).toEqual(complete.map(() => 1));
    expect(new Set(complete.flat()).size).toBe(ranks);
  });

  it('adds nothing twice: what is received in the reduce-scatter was not there before', () => {
    let before = ringStart(ranks);
    for (const { phase, sends, parts } of steps) {
      for (const { from, to, chunk } of sends) {
        const [sent = 0, own = 0] = [before[from]?.[chunk], before[to]?.[chunk]];
        if (phase === 'reduce-scatter') expect(sent & own).toBe(0);
        else expect(sent).toBe(all);
      }
      before = parts;
    }
  });

  it('sends a chunk from each rank at each step, 2(n - 1)/n of the data in all', () => {
    expect(steps.every(({ sends }) => new Set(sends.map(({ from }) => from)).size === ranks)).toBe(true);
    expect(steps.length / ranks).toBeCloseTo(ringTraffic(ranks), 12);
  });
});

test('the figure starts after the reduce-scatter of four ranks and ends with 1.5 times the data', () => {
  expect(startDrawing(figure, 'en').summary).toContain('3/4 = 0.75');
  expect(figure.draw({ ...startValues(figure.controls), step: '6' }, 'en')).toMatchObject({ summary: expect.stringContaining('6/4 = 1.5') as string });
});
