import { expect, test } from 'vitest';
import { CUDA_MIME_TYPE } from '../../src/cuda/cuda-mime-type.ts';
import { failureLabels } from '../../src/output/failure-labels.ts';
import { cudaFailure, cudaFailures, type CudaFailure } from '../../src/output/cuda-failure.ts';
import type { IOutput } from '../../src/output/output.ts';
import { failureHtml } from '../../src/output/render-cuda.ts';

const stream = (text: string): IOutput => ({ output_type: 'stream', name: 'stderr', text });
const message = (data: object): IOutput => ({ output_type: 'display_data', data: { [CUDA_MIME_TYPE]: data }, metadata: {} });
const exit = (code: number): IOutput => message({ kind: 'exit', code, signal: null, seconds: 0.1 });
const launch = (rest = ''): string => `__global__ void k(int *p) { *p = 1; }\nint main() { k<<<1, 1>>>(nullptr); ${rest} }`;

const program = (text: string): CudaFailure | null => (
  cudaFailure({ language: 'cuda', source: launch(), outputs: [stream(text), exit(1)], failed: true })
);
const python = (text: string): CudaFailure | null => (
  cudaFailure({ language: 'python', source: '', outputs: [{ output_type: 'error', ename: 'RuntimeError', evalue: text, traceback: [] }], failed: true })
);
const ended = (source: string): CudaFailure | null => cudaFailure({ language: 'cuda', source, outputs: [exit(0)], failed: false });

test.each<[string, CudaFailure, CudaFailure]>([
  ['CUDA driver version is insufficient for CUDA runtime version', 'old-driver', 'old-driver'],
  ['CUDA error: no kernel image is available for execution on the device', 'no-image', 'no-image'],
  ['the provided PTX was compiled with an unsupported toolchain.', 'new-ptx', 'new-ptx'],
  ['k.cu:4: invalid configuration argument', 'configuration', 'configuration'],
  ['too many resources requested for launch', 'resources', 'resources'],
  ['k.cu:3: void k(): block: [0,0,0], thread: [5,0,0] Assertion `i < n` failed.\nCUDA error: device-side assert triggered', 'assert', 'poisoned-assert'],
  ['CUDA error: an illegal memory access was encountered', 'sticky', 'poisoned'],
  ['cudaMalloc: out of memory', 'memory', 'memory'],
  ['CUDA out of memory. Tried to allocate 20.00 GiB.', 'memory', 'memory'],
  ['==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters', 'profiler', 'profiler'],
])('"%s" is known, in a program and in Python', (text, ofProgram, ofPython) => {
  expect([program(text), python(text)]).toEqual([ofProgram, ofPython]);
});

test('other failures, and words of a program that ended well, are left alone', () => {
  expect(program('Segmentation fault')).toBeNull();
  expect(python("name 'x' is not defined")).toBeNull();
  expect(cudaFailure({ language: 'cuda', source: launch('cudaGetLastError();'), outputs: [stream('invalid configuration argument'), exit(0)], failed: false })).toBeNull();
});

test('a program that ends with 0 where no device is has ignored it, unless it uses none', () => {
  const outputs = [message({ kind: 'no-device', driver: false }), exit(0)];
  const look = (source: string, failed = false) => cudaFailure({ language: 'cuda', source, outputs, failed });
  expect(look(launch())).toBe('ignored-no-device');
  expect(look('int main() {} // cudaMalloc(')).toBeNull();
  expect(look(launch(), true)).toBeNull();
});

test('a launch that nobody asks after, and a printf that nobody waits for, are told', () => {
  expect(ended(launch())).toBe('unchecked-launch');
  expect(ended(launch('cudaGetLastError();'))).toBeNull();
  expect(ended('int main() {}')).toBeNull();
  const prints = launch().replace('*p = 1;', 'if (p) { printf("%d", *p); }');
  expect(ended(prints)).toBe('lost-printf');
  expect(ended(prints.replace('int main() {', 'int main() { cudaGetLastError();'))).toBe('lost-printf');
  expect(ended(prints.replace(/\}$/u, 'cudaDeviceSynchronize(); cudaGetLastError(); }'))).toBeNull();
});

test.each(cudaFailures)('"%s" is said in both languages, with what to do', (failure) => {
  for (const locale of ['en', 'zh-cn'] as const) {
    const html = failureHtml(failureLabels[locale][failure]);
    expect(html).toMatch(/role="note"><p class="output-callout-title">[^`]+<\/p><p>[^`]+<\/p>/u);
  }
  expect(failureLabels.en[failure]).not.toEqual(failureLabels['zh-cn'][failure]);
});
