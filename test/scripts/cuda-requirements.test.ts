import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cudaRequirements, glibcVersion } from '../../scripts/cuda-requirements.ts';
import { projectRoot } from '../support/project-root.ts';

const packagesOf = (file: string): readonly string[] => (
  readFileSync(join(projectRoot, 'scripts', file), 'utf8').split('\n').filter((line) => /^\w/u.test(line)).map((line) => line.split('==')[0] ?? '')
);

it.each([
  ['2.36', 'cuda-requirements.txt'], ['2.41', 'cuda-requirements.txt'], ['2.42', 'cuda-requirements-glibc-2.42.txt'],
  ['2.43', 'cuda-requirements-glibc-2.42.txt'], ['3.0', 'cuda-requirements-glibc-2.42.txt'], [null, 'cuda-requirements.txt'],
])('where glibc is %s, the local kernel has the compiler of %s', (glibc, file) => {
  expect(cudaRequirements(glibc)).toBe(file);
  expect(existsSync(join(projectRoot, 'scripts', file))).toBe(true);
});

it('both have the same packages', () => {
  expect(packagesOf('cuda-requirements-glibc-2.42.txt')).toEqual(packagesOf('cuda-requirements.txt'));
});

it('the C library of this machine is known', (context) => {
  if (process.platform !== 'linux') context.skip('glibc is a library of Linux');
  expect(glibcVersion() ?? '').toMatch(/^(?:2\.\d+)?$/u);
});
