import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CudaBuild, CudaDiagnostic } from '../../src/cuda/cuda-message.ts';
import { ADVICE_NOTES, adviceOf, diagnosticAdvices, type DiagnosticAdvice } from '../../src/cuda/diagnostic-advice.ts';
import { builtFile, lineMarks } from '../../src/cuda/line-marks.ts';
import { noteFile } from '../../src/note/note-path.ts';
import { outputLabels } from '../../src/output/labels-of-all.ts';
import { withLineMarks } from '../../src/output/marked-code.ts';
import { lineMarkHtml } from '../../src/output/render-cuda.ts';
import { builtProgram } from '../output/cuda-messages.ts';
import { visibleText } from '../output/fixture-outputs.ts';
import { projectRoot } from '../support/project-root.ts';

function error(file: string, line: number | null, text: string): CudaDiagnostic {
  return { file, line, column: null, severity: 'error', text };
}

const build = (...diagnostics: readonly CudaDiagnostic[]): CudaBuild => ({ ...builtProgram, command: 'nvcc -arch=sm_90 cell.cu', diagnostics });

const source = [
  '#include "tile.cuh"',
  '__device__ int elsewhere(int);        // elsewhere(…) is in no file',
  '__global__ void kern(int *p) {',
  '  *p = elsewhere(1);',
  '}',
  'namespace deep { __global__ void tile(float *p) { __shared__ float big[20000]; *p = big[0]; } }',
  'int main() { kern<<<1, 1>>>(nullptr); deep::tile<<<1, 1>>>(nullptr); }',
].join('\n');

const linesOf = (file: string, ...diagnostics: readonly CudaDiagnostic[]): readonly number[] =>
  lineMarks(build(...diagnostics), file, source).map(({ line }) => line);

test('a compiler that names the file and a line of it is taken by its word, in the order of the lines, once', () => {
  expect(linesOf('cell.cu', error('cell.cu', 5, 'b'), error('cell.cu', 3, 'a'), error('cell.cu', 5, 'b'))).toEqual([3, 5]);
  expect(linesOf('cell.cu', error('cell.cu', 900, 'a line that the file has not'), error('nvcc', null, 'Unknown option'))).toEqual([]);
});

test('what is said of a header stands in the cell that saves it, and nowhere else', () => {
  const said = error('tile.cuh', 2, 'identifier "n" is undefined');
  expect(linesOf('cell.cu', said)).toEqual([]);
  expect(linesOf('tile.cuh', said)).toEqual([2]);
});

test('tools that see no source are led by the symbol that they name', () => {
  expect(linesOf('cell.cu', error('ptxas', null, "Unresolved extern function '_Z9elsewherei'"))).toEqual([4]);
  expect(linesOf('cell.cu', error('nvlink', null, "Undefined reference to '_Z9elsewherei' in 'cell.o'"))).toEqual([4]);
  expect(linesOf('cell.cu', error('ptxas', null, "Entry function '_ZN4deep4tileEPf' uses too much shared data (0x13880 bytes, 0xc000 max)")))
    .toEqual([6]);
  expect(linesOf('cell.cu', error('ld', null, 'cell.cu:(.text+0x5): undefined reference to `nowhere()'))).toEqual([]);
});

test('the file of a build is the last word of its command', () => {
  expect(builtFile(build())).toBe('cell.cu');
});

// Each as nvcc 13.0.88 and its tools print it.
const said: Readonly<Record<DiagnosticAdvice, string>> = {
  relocatable: "Unresolved extern function '_Z9elsewherei'",
  'device-link': "Undefined reference to '_Z9elsewherei' in 'a.o'",
  library: "a.cu:(.text+0x15): undefined reference to `cublasCreate_v2'",
  architecture: "Unsupported gpu architecture 'sm_50'",
  feature: '__cluster_dims__ is not supported for this GPU architecture',
  'shared-limit': "Entry function '_Z4tilePi' uses too much shared data (0x13880 bytes, 0xc000 max)",
  spills: "Registers are spilled to local memory in function 'heavy', 40 bytes spill stores, 40 bytes spill loads",
  'host-compiler': '#error -- unsupported GNU version! gcc versions later than 15 are not supported!',
  'c-library': 'exception specification is incompatible with that of previous function "rsqrt" (declared at line 629 of include/crt/math_functions.h)',
  header: 'cublas_v2.h: No such file or directory\n    2 | #include <cublas_v2.h>',
  'host-call': 'calling a __host__ function("host_only()") from a __global__ function("k") is not allowed',
  constexpr: 'calling a constexpr __host__ function("cx(int)") from a __global__ function("k") is not allowed. ' +
    "The experimental flag '--expt-relaxed-constexpr' can be used to allow this.",
  lambda: '__host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag',
  'device-variable': '#20091-D: a __device__ variable "dv" cannot be directly read in a host function',
  removed: 'identifier "cudaThreadSynchronize" is undefined',
  virtual: "Value of -arch option ('sm_90') must be a virtual code architecture",
};

test.each(diagnosticAdvices)('advice "%s" is given for its message, in both languages, with a link to a note that there is', (advice) => {
  const diagnostic = error('nvcc', null, said[advice]);
  expect(adviceOf(diagnostic)).toBe(advice);
  const note = ADVICE_NOTES[advice];
  for (const locale of ['en', 'zh-cn'] as const) {
    const html = lineMarkHtml({ line: 1, diagnostic }, outputLabels[locale], (id) => `/${id}/`);
    expect(visibleText(html)).toContain(outputLabels[locale].advice[advice][0].replaceAll('`', ''));
    if (note !== null) {
      expect(existsSync(join(projectRoot, noteFile(note, locale)))).toBe(true);
      expect(html).toContain(`<a href="/${note}/">`);
    }
  }
});

test('an error that says all itself has no advice, and a long one is folded after its first sentence', () => {
  expect(adviceOf(error('cell.cu', 1, 'expected a ";"'))).toBeNull();
  const long = `#error -- unsupported GNU version! gcc versions later than 15 are not supported! ${'The flag can be used to override. '.repeat(8)}`;
  expect(lineMarkHtml({ line: 1, diagnostic: error('host_config.h', 137, long) }, outputLabels.en, () => null))
    .toContain('<details class="cuda-text"><summary>#error -- unsupported GNU version! gcc versions later than 15 are not supported!</summary>');
});

test('marks go into the element of their line, and HTML without lines is refused', () => {
  const code = '<pre><code><div class="ec-line"><div class="code">a</div></div><div class="ec-line"><div class="code">b</div></div></code></pre>';
  expect(withLineMarks(code, [{ line: 1, html: '<i>1</i>' }, { line: 2, html: '<i>2</i>' }])).toBe(
    '<pre><code><div class="ec-line"><div class="code">a</div><i>1</i></div>' +
    '<div class="ec-line"><div class="code">b</div><i>2</i></div></code></pre>',
  );
  expect(withLineMarks(code, [])).toBe(code);
  expect(() => withLineMarks('<pre></pre>', [{ line: 1, html: '' }])).toThrow('no line of Expressive Code');
});
