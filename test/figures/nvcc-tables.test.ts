import { expect, test } from 'vitest';
import { optionRows, stagePrograms } from '../../src/figures/option-stages.ts';
import { phaseRows, phaseSuffixes } from '../../src/figures/phase-matrix.ts';

test('every row of the phase table answers for every suffix', () => {
  expect(phaseRows.map(({ outcomes }) => outcomes.length)).toEqual(phaseRows.map(() => phaseSuffixes.length));
});

test('a .cu goes through every phase, a .fatbin only through the device link', () => {
  const made = (suffix: (typeof phaseSuffixes)[number]): readonly string[] =>
    phaseRows.filter(({ outcomes }) => outcomes[phaseSuffixes.indexOf(suffix)] === 'makes').map(({ option }) => option);
  expect(made('.cu')).toHaveLength(phaseRows.length);
  expect(made('.fatbin')).toEqual(['-dlink']);
  expect(made('.ptx')).toEqual(['-cubin', '-fatbin', '-dc', '-dlink']);
});

test('every row of the option table answers for every program', () => {
  expect(optionRows.map(({ reaches }) => reaches.length)).toEqual(optionRows.map(() => stagePrograms.length));
});

test('-O3 reaches no program that makes device code', () => {
  const row = optionRows.find(({ option }) => option === '-O3');
  expect(stagePrograms.filter((_, index) => row?.reaches[index])).toEqual(['gcc -E', 'gcc -c', 'g++']);
});
