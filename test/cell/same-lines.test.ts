import { describe, expect, it } from 'vitest';
import { idleSameRules, parseSameRules, sameLineProblems } from '../../src/cell/same-lines.ts';

const rules = (text: string) => parseSameRules(text) ?? [];
const recorded = 'torch 2.11 on cuda\nparameters: 86,567,656\nSGD, loss: 0.629\nshapes: (2, 3)\nstep: 3.1 ms\n';

describe('the rules of same=', () => {
  it('are labels or lines, with a tolerance or an exception', () => {
    expect(rules('a b ±2%; c* ±0.1;!d; e')).toEqual([
      { pattern: 'a b', kind: { tolerance: 0.02, relative: true } }, { pattern: 'c*', kind: { tolerance: 0.1, relative: false } },
      { pattern: 'd', kind: 'machine' }, { pattern: 'e', kind: 'equal' },
    ]);
    expect(['', 'a;;b', '!', '!a ±1'].map(parseSameRules)).toEqual([null, null, null, null]);
  });

  it('are idle where no line fits them, or one before them takes all that do', () => {
    expect(idleSameRules(rules('!no torch*; parameters; *loss; loss; gradient*'), recorded).map(({ pattern }) => pattern)).toEqual(['loss', 'gradient*']);
  });
});

describe('lines that are the same on every machine', () => {
  const differ = (text: string, live: string): readonly string[] => sameLineProblems(rules(text), recorded, live);

  it('agree where they are equal, in any order, whatever other lines say', () => {
    const live = 'shapes: (2, 3)\nSGD, loss: 0.629\ntorch 2.12 on cpu\nparameters: 86,567,656\nstep: 90 ms\n';
    expect(differ('!torch*; !step; *', live)).toEqual([]);
    expect(differ('*', live)).toEqual([
      '"torch 2.11 on cuda" is recorded and was not printed', '"step: 3.1 ms" is recorded and "step: 90 ms" was printed',
      '"torch 2.12 on cpu" was printed and is not recorded',
    ]);
  });

  it('disagree in a number beyond the tolerance, a unit, a line that is missing and one that is new', () => {
    expect(differ('*loss ±2%', 'SGD, loss: 0.640')).toEqual([]);
    expect(differ('*loss ±0.01', 'SGD, loss: 0.640')).toEqual(['"SGD, loss: 0.629" is recorded and "SGD, loss: 0.640" was printed']);
    expect(differ('*loss ±2%', 'SGD, loss: 0.629 %')).toHaveLength(1);
    expect(differ('parameters', '')).toEqual(['"parameters: 86,567,656" is recorded and was not printed']);
    expect(differ('shapes*', 'shapes: (2, 3)\nshapes: (4, 3)')).toEqual(['"shapes: (4, 3)" was printed and is not recorded']);
  });

  it('may come from any rank, and may have times and paths of their own', () => {
    expect(sameLineProblems(rules('*'), '[rank0]: sent: 1.50\nsaved in 3 s', '[rank1]: sent: 1.50\nsaved in 12 s')).toEqual([]);
  });
});
