import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { compilerMessageSchema, type CompilerViewMessage } from '../../src/cuda/compiler-message.ts';
import { compilerView, listingOf } from '../../src/cuda/compiler-view.ts';
import { COMPILER_MIME_TYPE } from '../../src/cuda/compiler-mime-type.ts';
import { slimPython } from '../../src/bundle/slim-python.ts';
import { compilerCode, type CompilerRequest } from '../../src/kernel/compiler-request.ts';
import { CudaKernel, errorOf, fixture } from './support/cuda-kernel.ts';

let kernel: CudaKernel;
let helper = '';

beforeAll(async () => {
  // As pages send it.
  helper = slimPython(await readFile(new URL('../../src/kernel/compiler_view.py', import.meta.url), 'utf8'));
  kernel = await CudaKernel.start();
}, 60_000);

afterAll(() => kernel.shutdown(), 60_000);

async function ask(request: CompilerRequest) {
  const run = await kernel.run(compilerCode(helper, request));
  return { run, message: run.displays(COMPILER_MIME_TYPE)[0] };
}

const files = async (): Promise<string> => (await kernel.run('%%shell\nls')).text('stdout');
const source = `#include "width.cuh"\n${fixture('saxpy.cu')}`;
const request: CompilerRequest = { magic: '%%cuda --name saxpy -c "-O3"', source, files: { 'width.cuh': '#define WIDTH 4\n' }, flags: null };

test('a program is looked at and not run, with files of other cells that are not there yet, and leaves none behind', { timeout: 120_000 }, async () => {
  const { run, message } = await ask(request);
  expect(errorOf(run)).toBeUndefined();
  expect(run.text('stdout') + run.text('stderr')).toBe('');
  expect(message).toMatchObject({
    kind: 'view', ok: true, file: 'saxpy.cu', command: 'nvcc -O3 -arch=sm_90 saxpy.cu', diagnostics: [],
    resources: [{ kernel: 'void saxpy<256>(int, float, float const*, float*)', arch: 'sm_90', sharedBytes: 1024 }],
    images: [{ kind: 'elf', arch: 90 }, { kind: 'ptx', arch: 90 }],
  });
  expect(message?.cubins).toEqual([expect.objectContaining({ name: 'saxpy.sm_90.cubin', sass: expect.stringContaining('EXIT') as unknown })]);
  expect(JSON.stringify(message?.kept)).toContain('saxpy.ptx');
  expect((await files()).trim()).toBe('');

  const opened = await ask({ open: 'saxpy.ptx' });
  expect(opened.message).toMatchObject({ kind: 'file', name: 'saxpy.ptx', text: expect.stringContaining('.visible .entry') as unknown });
  expect((await ask({ open: 'saxpy.sm_90.cubin' })).message).toMatchObject({ text: null });
  expect((await ask({ open: '../secret' })).run.text('stderr')).toContain('look at the cell again');
});

test('what does not compile is told with its lines, and other flags take the place of the cell’s own', { timeout: 120_000 }, async () => {
  const { message, run } = await ask({ ...request, flags: '-arch=sm_80 -ptx -o other.ptx', source: source.replace('int i', 'int i = wrong, j') });
  expect(errorOf(run)).toBeUndefined();
  expect(message).toMatchObject({ ok: false, command: 'nvcc -arch=sm_80 saxpy.cu', cubins: [], images: [] });
  expect(message?.diagnostics).toEqual(expect.arrayContaining([expect.objectContaining({ file: 'saxpy.cu', line: 6, severity: 'error' })]));
  expect((await files()).trim()).toBe('');
  expect((await kernel.run('print("_warpnotes_view" in globals())')).text('stdout')).toBe('False\n');
});

test('a kernel cell is compiled by NVRTC, whose PTX and machine code have the lines of the cell', { timeout: 120_000 }, async () => {
  const cell: CompilerRequest = { magic: '%%kernel --name scale', source: '#include "by.cuh"\n__global__ void scale(float* x) { x[threadIdx.x] *= BY; }', files: { 'by.cuh': '#define BY 3\n' }, flags: null };
  const { message, run } = await ask(cell);
  expect(errorOf(run)).toBeUndefined();
  const view = compilerView(v.parse(compilerMessageSchema, message) as CompilerViewMessage);
  expect(view).toMatchObject({ nvcc: expect.stringMatching(/^13\.[02]$/) as unknown, command: 'nvrtc -arch=sm_90 scale.cu', stages: [], images: [], kernels: [{ name: 'scale(float*)', arch: 'sm_90' }] });
  const [kernel] = view.kernels;
  if (!kernel?.ptx || !kernel.sass) throw new Error('the view has no listings');
  expect(kernel.ptx.text).toContain('st.global.f32');
  expect(listingOf(kernel.ptx).source).toContain(2);
  expect(listingOf(kernel.sass).source).toContain(2);
  expect(JSON.stringify(message?.kept)).toContain('scale.cubin');
  expect((await ask({ open: 'scale.ptx' })).message).toMatchObject({ text: expect.stringMatching(/\.file\t1 "scale\.cu"/) as unknown });
  expect((await ask({ ...cell, flags: '-arch=sm_80', source: 'wrong' })).message).toMatchObject({ ok: false, command: 'nvrtc -arch=sm_80 scale.cu', cubins: [] });
  expect((await files()).trim()).toBe('');
});
