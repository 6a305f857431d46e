import { expect, it } from 'vitest';
import { cellCode } from '../../src/cell/cell-code.ts';
import { compilerCode } from '../../src/kernel/compiler-request.ts';
import { helperFilesFor } from '../../src/kernel/helper-files.ts';
import { testCell } from '../support/test-cell.ts';

const MAGIC = 'src/kernel/cuda_magic.py';
const KERNELS = 'src/kernel/kernel_cells.py';

it('adds nothing for Python, and what has its magic for every other cell', () => {
  expect(helperFilesFor(cellCode(testCell('python', 'a', 'print(7 % 5, "%%s")')))).toEqual([]);
  expect(helperFilesFor(cellCode(testCell('shell', 'a', 'ls')))).toEqual([MAGIC]);
  expect(helperFilesFor(cellCode(testCell('cuda', 'a', '')))).toEqual([MAGIC]);
  expect(helperFilesFor(cellCode(testCell('python', 'a', '', { processes: 2 })))).toEqual([MAGIC]);
  expect(helperFilesFor(cellCode(testCell('cuda', 'a', '', { kernel: true })))).toEqual([MAGIC, KERNELS]);
});

it('adds it for code that calls a magic itself, and for the compiler panel', () => {
  expect(helperFilesFor('get_ipython().run_cell_magic("kernel", "", source)')).toEqual([MAGIC, KERNELS]);
  expect(helperFilesFor('%warpnotes_environment')).toEqual([MAGIC]);
  const request = { source: '', files: {}, flags: null };
  expect(helperFilesFor(compilerCode('', { ...request, magic: '%%cuda --name a' }))).toEqual([MAGIC]);
  expect(helperFilesFor(compilerCode('', { ...request, magic: '%%kernel --name a' }))).toEqual([MAGIC, KERNELS]);
});
