import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { cellCode } from '../../src/cell/cell-code.ts';
import { testCell } from '../support/test-cell.ts';

it('sends Python as it stands', () => {
  expect(cellCode(testCell('python', 'a', 'print(1)\n'))).toBe('print(1)\n');
});

it('puts the options of a CUDA cell into the magic line', () => {
  const cell = testCell('cuda', 'sweep', 'int main() {}', { nvccArgs: '-O3 -lineinfo', files: 'sweep.cu', stdin: 'numbers.txt', timeoutSeconds: 60 });
  expect(cellCode(cell)).toBe('%%cuda --name sweep -c "-O3 -lineinfo" --save sweep.cu --stdin numbers.txt --timeout 60\nint main() {}');
});

it('quotes nvcc arguments that hold quotes of their own', () => {
  expect(cellCode(testCell('cuda', 'a', '', { nvccArgs: '-DNAME="x"' }))).toBe(`%%cuda --name a -c '-DNAME="x"'\n`);
});

it('starts a Python cell of several processes under %%torchrun, with its GPUs where they are counted', () => {
  expect(cellCode(testCell('python', 'ddp', 'pass', { processes: 2 }))).toBe('%%torchrun --name ddp --processes 2\npass');
  expect(cellCode(testCell('python', 'ddp', 'pass', { gpus: 2, timeoutSeconds: 60 }))).toBe('%%torchrun --name ddp --processes 2 --gpus 2 --timeout 60\npass');
  expect(cellCode(testCell('python', 'peer', 'pass', { gpus: 2, processes: 1 }))).toBe('pass');
});

it('compiles a kernel cell under %%kernel', () => {
  expect(cellCode(testCell('cuda', 'saxpy', '__global__ void saxpy() {}', { kernel: true, nvccArgs: '-use_fast_math' })))
    .toBe('%%kernel --name saxpy -c "-use_fast_math"\n__global__ void saxpy() {}');
});

it('runs shell cells under %%shell', () => {
  expect(cellCode(testCell('shell', 'a', 'nvcc --version'))).toBe('%%shell\nnvcc --version');
});

it('quotes nvcc arguments so that Python reads the same text back', () => {
  const texts = ['-O3', '-DA="x y"', "-DA='x'", `-DA="it's"`, String.raw`-DPATH=\"a\b\"`, String.raw`-DEND=\\`, "-DQ='\\", '$HOME `x`'];
  const lines = texts.map((nvccArgs) => cellCode(testCell('cuda', 'a', '', { nvccArgs })).split('\n')[0]);
  const script = 'import json, shlex, sys; print(json.dumps([shlex.split(line)[-1] for line in json.load(sys.stdin)]))';
  const printed = execFileSync('.venv/bin/python', ['-c', script], { input: JSON.stringify(lines), encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual(texts);
});
