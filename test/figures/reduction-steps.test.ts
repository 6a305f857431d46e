import { describe, expect, it, test } from 'vitest';
import { startDrawing, startValues } from '../../src/figures/figure-model.ts';
import { reductionSteps, reductionVersions, toyReduction } from '../../src/figures/reduction-steps.ts';
import { figure } from '../../src/figures/reduction-steps-figure.ts';

const everything = Array.from({ length: toyReduction.elements }, (_, element) => element);

describe.each(reductionVersions)('version "%s"', (version) => {
  const steps = reductionSteps(version);

  it('ends with each element summed once in the first word', () => {
    expect(steps.at(-1)?.words[0]?.toSorted((a, b) => a - b)).toEqual(everything);
  });

  it('loses nothing on the way: what the block has read is in its words, each element once', () => {
    for (const [index, { words }] of steps.slice(0, -1).entries()) {
      const read = steps.slice(0, index + 1).flatMap(({ reads }) => reads);
      expect(words.flat().toSorted((a, b) => a - b)).toEqual(read.toSorted((a, b) => a - b));
    }
  });

  it('reads each element in one block only', () => {
    const read = steps.flatMap(({ reads }) => reads);
    expect(new Set(read).size).toBe(read.length);
    expect(read.length * (reductionVersions.indexOf(version) < 3 ? 8 : 2)).toBe(toyReduction.elements);
  });
});

test('each version removes a cost of the one before', () => {
  const last = (version: (typeof reductionVersions)[number]) => {
    const { loads, barriers, launches } = reductionSteps(version).at(-1) ?? { loads: 0, barriers: 0, launches: 0 };
    return { loads, barriers, launches };
  };
  const most = (version: (typeof reductionVersions)[number], count: 'warps' | 'ways') =>
    Math.max(...reductionSteps(version).filter(({ kind }) => kind === 'tree').slice(1).map((step) => step[count]));
  expect([most('interleaved', 'warps'), most('packed', 'warps'), most('sequential', 'warps')]).toEqual([4, 1, 1]);
  expect([most('packed', 'ways'), most('sequential', 'ways')]).toEqual([4, 1]);
  expect(reductionVersions.map(last)).toEqual([
    { loads: 1, barriers: 5, launches: 2 }, { loads: 1, barriers: 5, launches: 2 }, { loads: 1, barriers: 5, launches: 2 },
    { loads: 4, barriers: 5, launches: 2 }, { loads: 4, barriers: 1, launches: 2 }, { loads: 1, barriers: 1, launches: 2 },
    { loads: 1, barriers: 1, launches: 1 },
  ]);
});

test('the figure shows the rates that it is given and says when it has none', () => {
  const rates = [{ name: 'interleaved', value: 10, shown: '10' }, { name: 'CUB', value: 40, shown: '40' }];
  expect(startDrawing(figure, 'en', JSON.stringify(rates)).picture).toContain('>40<');
  expect(startDrawing(figure, 'en').summary).toContain('not recorded');
  expect(figure.draw({ ...startValues(figure.controls), version: 'one launch', step: '99' }, 'zh-cn')).toMatchObject({
    summary: expect.stringContaining('同一次启动') as string,
  });
});
