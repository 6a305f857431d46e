import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CudaKernel, errorOf, messageOf, messagesOf } from './support/cuda-kernel.ts';
import type { Execution } from './support/kernel-driver.ts';

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const CELL = String.raw`%%kernel --name saxpy
__global__ void saxpy(int n, float a, const float* __restrict__ x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int unused;
  if (i < n) y[i] = a * x[i] + y[i];
}
extern "C" __global__ void fill(size_t count, const unsigned *seeds, float out[]) { out[0] = seeds[0] + count; }
namespace wide { template <typename T> __global__ void scale(T* data, unsigned long long by, bool twice) { *data *= twice ? 2 * by : by; } }
template __global__ void wide::scale<double>(double*, unsigned long long, bool);
__global__ void quads(float4* quads, void* any, char letter) { quads->x = letter; }`;

let kernel: CudaKernel;

beforeAll(async () => {
  kernel = await CudaKernel.start();
  await kernel.run('import numpy as np\nx = np.ones(8, np.float32)\ny = x.copy()');
});
afterAll(() => kernel.shutdown());

const printed = async (code: string): Promise<string> => (await kernel.run(code)).text('stdout').trim();
/** What a call of a kernel raises, `TypeError: …`. */
const raised = async (call: string): Promise<string> => printed(`try:\n    ${call}\nexcept Exception as error:\n    print(type(error).__name__ + ':', error)`);
const buildOf = (run: Execution) => messageOf(run, 'build');

describe('a kernel cell', { timeout: 60_000 }, () => {
  test('is compiled by NVRTC without a GPU, with warnings on their lines and the resources of each function', async () => {
    const run = await kernel.run(CELL);
    expect(messagesOf(run).map(({ kind }) => kind)).toEqual(['build']);
    expect(buildOf(run)).toMatchObject({
      cached: false, command: 'nvrtc -arch=sm_90 saxpy.cu',
      diagnostics: [{ file: 'saxpy.cu', line: 3, column: 7, severity: 'warning', text: matching(/"unused" was declared but never referenced/) }],
    });
    expect(buildOf(run).resources).toEqual(expect.arrayContaining([
      expect.objectContaining({ kernel: 'saxpy(int, float, float const*, float*)', arch: 'sm_90', spillStores: 0, stackBytes: 0 }),
      expect.objectContaining({ kernel: 'void wide::scale<double>(double*, unsigned long long, bool)' }),
    ]));
    expect(run.text('stderr')).toMatch(/saxpy\.cu\(3\): warning/);
    expect(run.text('stderr')).not.toMatch(/ptxas|\/tmp/);
    expect(run.reply.status).toBe('ok');
  });

  test('is not compiled again while it and what it includes stay the same', async () => {
    const including = '%%kernel --name sized\n#include "size.cuh"\n__global__ void sized(float* p) { p[SIZE] = 0; }';
    await kernel.run('%%cuda --save size.cuh\n#define SIZE 4');
    const cached = [];
    for (const cell of [CELL, including, including]) cached.push(buildOf(await kernel.run(cell)).cached);
    await kernel.run('%%cuda --save size.cuh\n#define SIZE 5');
    cached.push(buildOf(await kernel.run(including)).cached, buildOf(await kernel.run(`${including} // edited`)).cached);
    expect(cached).toEqual([true, false, true, false, false]);
  });

  test('that fails has its error on the line, ends in one line, and leaves the functions of before', async () => {
    const run = await kernel.run(CELL.replace('a * x[i]', 'b * x[i]'));
    expect(buildOf(run).diagnostics).toEqual(expect.arrayContaining([
      expect.objectContaining({ file: 'saxpy.cu', line: 4, column: 21, severity: 'error', text: matching(/^identifier "b" is undefined\n/) }),
    ]));
    expect(errorOf(run)).toMatchObject({ ename: 'CompileFailed', traceback: ['CompileFailed: 1 error in saxpy.cu'] });
    expect(await printed('print(kernels.saxpy)')).toBe('kernels.saxpy[grid, block](int n, float a, const float* x, float* y)');
  });

  test('takes the options that nvcc and NVRTC share, with the headers of the toolkit, and names those that mean nothing', async () => {
    const run = await kernel.run('%%kernel --name half -c "-O3 -std=c++20 -use_fast_math -D N=3 -arch=sm_80"\n#include <cuda_fp16.h>\n#include <cooperative_groups.h>\n__global__ void half_of(__half* h) { h[0] = N; }');
    expect(buildOf(run)).toMatchObject({ diagnostics: [], command: 'nvrtc -O3 -std=c++20 -use_fast_math -D N=3 -arch=sm_80 half.cu', resources: [{ arch: 'sm_80' }] });
    expect((await kernel.run('%%kernel -c "-rdc=true"\n__global__ void k() {}')).text('stderr')).toContain('a kernel cell has no option -rdc=true; it takes -arch, -std');
    expect(errorOf(await kernel.run('%%kernel -c "-arch=sm_20"\n__global__ void k() {}'))).toMatchObject({ ename: 'CompileFailed' });
  });

  test('says what to install where cuda.core is missing', async () => {
    await kernel.run('import sys\nkept = sys.modules.get("cuda.core")\nsys.modules["cuda.core"] = None');
    const run = await kernel.run('%%kernel\n__global__ void other() {}');
    await kernel.run('sys.modules["cuda.core"] = kept');
    expect(errorOf(run)).toMatchObject({ ename: 'CompileFailed', evalue: matching(/it is missing here .*pip install 'cuda-core\[cu13\]'$/) });
  });
});

describe('the functions of kernel cells', { timeout: 60_000 }, () => {
  test('are listed with types and names, those of templates and namespaces too', async () => {
    await kernel.run(CELL);
    expect(await printed('print(kernels.scale, kernels["wide::scale<double>"] is kernels.scale)'))
      .toBe('kernels.wide::scale<double>[grid, block](double* data, unsigned long long by, bool twice) True');
    expect(await printed('print(kernels.fill)')).toBe('kernels.fill[grid, block](unsigned long count, const unsigned int* seeds, float* out)');
    expect(await printed('print("saxpy" in dir(kernels))')).toBe('True');
    expect(await raised('kernels.sexpy')).toMatch(/^AttributeError: no kernel cell that has run has a __global__ function sexpy; there are .*saxpy/);
  });

  const signature = 'kernels.saxpy[grid, block](int n, float a, const float* x, float* y)';
  test.each([
    ['kernels.saxpy[1, 8](8, 2.0, x)', `TypeError: ${signature} takes 4 arguments, got 3`],
    ['kernels.saxpy[1, 8](8.0, 2.0, x, y)', `TypeError: ${signature}: n (int) takes an integer from -2147483648 to 2147483647, got float 8.0`],
    ['kernels.saxpy[1, 8](1 << 31, 2.0, x, y)', `TypeError: ${signature}: n (int) takes an integer from -2147483648 to 2147483647, got int 2147483648`],
    ['kernels.saxpy[1, 8](8, "2", x, y)', `TypeError: ${signature}: a (float) takes a number, got str '2'`],
    ['kernels.saxpy[1, 8](8, 2, x.astype(float), y)', `TypeError: ${signature}: x (const float*) takes a float32 array on the GPU (torch, cupy) or of numpy, got a float64 array of numpy`],
    ['kernels.saxpy[1, 8](8, 2, [1.0], y)', `TypeError: ${signature}: x (const float*) takes a float32 array on the GPU (torch, cupy) or of numpy, got list [1.0]`],
    ['kernels.saxpy[1, 4](4, 2, x[::2], y)', `TypeError: ${signature}: x (const float*) takes an array without gaps, row after row; make a copy with .contiguous() or ascontiguousarray(), got a float32 array of numpy`],
    ['kernels.saxpy[0, 8](8, 2, x, y)', 'ValueError: grid is one to three whole numbers above 0, not 0'],
    ['kernels.saxpy[(1, 65536), 8](8, 2, x, y)', 'ValueError: grid is at most (2147483647, 65535, 65535), not (1, 65536)'],
    ['kernels.saxpy[1, 2048](8, 2, x, y)', 'ValueError: block is at most (1024, 1024, 64), not 2048'],
    ['kernels.saxpy(8, 2, x, y)', `TypeError: ${signature}: say first on how many blocks of how many threads: kernels.saxpy[grid, block](…)`],
    ['kernels.scale[1, 1](np.ones(1), 2, 1)', 'TypeError: kernels.wide::scale<double>[grid, block](double* data, unsigned long long by, bool twice): twice (bool) takes True or False, got int 1'],
    ['kernels.fill[1, 1](-1, np.ones(1, np.uint32), x)', 'TypeError: kernels.fill[grid, block](unsigned long count, const unsigned int* seeds, float* out): count (unsigned long) takes an integer from 0 to 18446744073709551615, got int -1'],
  ])('refuse %s', async (call, words) => {
    expect(await raised(call)).toBe(words);
  });

  test('show the line of the reader and none of the helper where a call fails', async () => {
    const error = errorOf(await kernel.run('first = 1\nkernels.saxpy[1, 8](8, 2.0, x)'));
    expect(error).toMatchObject({ ename: 'TypeError', evalue: `${signature} takes 4 arguments, got 3` });
    const text = JSON.stringify(error?.['traceback']);
    expect(text).toContain('line 2');
    expect(text).not.toMatch(/_warpnotes|hidden|Launcher/);
  });

  test('take what fits, and then say that there is no GPU', async () => {
    await kernel.run(`class OnGpu:
    def __init__(self, typestr, shape, strides=None, address=0x10000, readonly=False):
        self.__cuda_array_interface__ = dict(typestr=typestr, shape=shape, strides=strides, data=(address, readonly), version=3)
fixed = x.copy()
fixed.flags.writeable = False`);
    const noGpu = (name: string): RegExp => new RegExp(`^RuntimeError: kernels\\.${name} cannot be launched: (this machine has no NVIDIA driver|the NVIDIA driver here shows no GPU)$`, 'u');
    expect(await raised('kernels.saxpy[1, 8](np.int64(8), 2, fixed, OnGpu("<f4", (2, 4), (16, 4)))')).toMatch(noGpu('saxpy'));
    expect(await raised('kernels.quads[(1, 2, 3), (8, 8)](OnGpu("<f4", (4,)), x, 65)')).toMatch(noGpu('quads'));
    expect(await raised('kernels.saxpy[1, 8](8, np.float16(2), x, fixed)')).toContain('y (float*) takes an array that may be written');
    expect(await raised('kernels.saxpy[1, 8](8, 2, x, OnGpu("<f4", (2, 4), (32, 4)))')).toContain('takes an array without gaps');
    expect(await raised('kernels.quads[1, 1](OnGpu("<f4", (4,), address=0x10004), x, 65)')).toContain('takes an array whose address is divisible by 16');
  });
});
