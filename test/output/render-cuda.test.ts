import * as v from 'valibot';
import { expect, it } from 'vitest';
import { cudaMessageSchema, type CudaMessage } from '../../src/cuda/cuda-message.ts';
import { CUDA_MIME_TYPE } from '../../src/cuda/cuda-mime-type.ts';
import { outputLabels } from '../../src/output/labels-of-all.ts';
import { cudaRenderer } from '../../src/output/render-cuda.ts';
import { renderOutput } from '../../src/output/render-outputs.ts';
import { builtProgram, cudaMessages, failedProgram, warnedProgram } from './cuda-messages.ts';
import { visibleText } from './fixture-outputs.ts';

const render = (data: unknown, locale: 'en' | 'zh-cn' = 'en'): string =>
  renderOutput(
    { output_type: 'display_data', data: { [CUDA_MIME_TYPE]: data, 'text/plain': 'twin' }, metadata: {} },
    { labels: outputLabels[locale], cudaHtml: cudaRenderer(outputLabels[locale]), sanitizeHtml: (html) => html },
  );
const text = (message: CudaMessage, locale: 'en' | 'zh-cn' = 'en'): string => visibleText(render(message, locale));

it('reads every kind of message back as it was', () => {
  for (const message of Object.values(cudaMessages)) {
    expect(v.parse(cudaMessageSchema, JSON.parse(JSON.stringify(message)))).toEqual(message);
  }
});

it('names the field of a malformed message', () => {
  const problem = (data: unknown): string => {
    const { issues } = v.safeParse(cudaMessageSchema, data);
    return issues ? v.summarize(issues) : '';
  };
  expect(problem({ ...builtProgram, seconds: 'long' })).toContain('seconds');
  expect(problem({ kind: 'other' })).toContain('kind');
});

it('shows the plain twin of a message it does not know, and says so', () => {
  expect(visibleText(render({ kind: 'later' }))).toMatch(/^twinThis page cannot show application\/vnd\.warpnotes\.cuda\+json\./u);
});

it('says in one line that a build was done, and when it was not needed', () => {
  expect(text(builtProgram)).toBe('Compiled in 1.2 s');
  expect(text(builtProgram, 'zh-cn')).toBe('编译用时 1.2 秒');
  expect(text({ ...builtProgram, cached: true })).toBe('Compiled before, taken from cache');
});

it('shows warnings of a good build as warnings, with the lines they quote', () => {
  const page = render(warnedProgram);
  expect(page).toContain('cuda-build-done');
  expect(page).toContain('<li class="cuda-diagnostic cuda-warning" data-line="7">');
  expect(page).toContain('<code class="cuda-place">tile.cu:7:7</code>');
  expect(page).toContain('<pre class="cuda-excerpt">\n      int unused = 0;\n          ^</pre>');
  expect(text(warnedProgram, 'zh-cn')).toContain('警告 tile.cu:7:7');
});

it('lists the resources of each kernel and marks spills', () => {
  const page = render(warnedProgram);
  expect(page).toContain('<summary>Resources of 2 kernels</summary>');
  expect(page).toContain('<code>tile&lt;float, 32&gt;(float const*, float*)</code></th><td>sm_90</td><td>40</td><td>0 / 0</td><td>4224</td>');
  expect(page).toContain('<td class="cuda-spilled">128 / 192</td>');
});

it('shows a failed build with each error, its place if there is one, and the whole log', () => {
  const page = render(failedProgram);
  expect(page).toContain('cuda-build-failed');
  expect(text(failedProgram)).toMatch(/^Compilation failed after 0\.41 serror tile\.cu:3:12 expected a ";"/u);
  expect(text(failedProgram)).toContain("error nvlink Undefined reference to <f> in 'tile.o'");
  expect(text(failedProgram)).toContain('$ nvcc -O3 -arch=sm_90 tile.cu\ntile.cu(3): error: expected a ";"\n1 error detected\n');
});

it('is silent about a program that ended well, and says how another ended', () => {
  expect(render({ kind: 'exit', code: 0, signal: null, seconds: 1 })).toBe('');
  expect(text({ kind: 'exit', code: 3, signal: null, seconds: 12.34 })).toBe('Ended with exit code 3 after 12.3 s.');
  expect(text({ kind: 'exit', code: null, signal: 'SIGSEGV', seconds: 0.2 })).toBe('Ended by SIGSEGV after 0.20 s.');
});

it('says what is missing and what to do', () => {
  expect(text({ kind: 'no-device', driver: true })).toContain('nvidia-smi -L');
  expect(text({ kind: 'no-device', driver: false })).toContain('Connect to a Jupyter server on a machine with an NVIDIA GPU');
  const noNvcc = text({ kind: 'no-nvcc', searched: ['PATH', '/usr/local/cuda/bin'] });
  expect(noNvcc).toContain('nvcc was not found');
  expect(noNvcc).toContain('/usr/local/cuda/bin');
  expect(noNvcc).toContain('CUDA cells need a Jupyter server on Linux or Windows with nvcc (there is none for macOS): connect to one.');
  const chinese = text({ kind: 'no-nvcc', searched: [] }, 'zh-cn');
  expect(chinese).toContain('找不到 nvcc');
  expect(chinese).toContain('CUDA 单元需要一台装有 nvcc 的 Linux 或 Windows 机器上的 Jupyter 服务器');
});
