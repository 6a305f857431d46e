import { createHighlighter, type Highlighter } from 'shiki';
import { beforeAll, describe, expect, it } from 'vitest';
import { siteGrammars } from '../../src/markdown/grammars/site-grammars.ts';
import { lineLimit } from '../../src/markdown/line-limit.ts';

let highlighter: Highlighter;

beforeAll(async () => {
  highlighter = await createHighlighter({ themes: ['github-light'], langs: siteGrammars });
});

type Token = readonly [text: string, scope: string];

/** Every token with the innermost scope that its grammar gives it. */
function tokens(lang: string, code: string): readonly Token[] {
  const { tokens: lines } = highlighter.codeToTokens(code, { lang: lang as 'cpp', theme: 'github-light', includeExplanation: true, tokenizeTimeLimit: 0 });
  return lines.flat().flatMap(({ explanation = [] }) =>
    explanation.map(({ content, scopes }): Token => [content, scopes.at(-1)?.scopeName ?? '']));
}

/** The scopes of a text wherever it stands as a token of its own. */
const scopesOf = (lang: string, code: string, text: string) =>
  tokens(lang, code).filter(([content]) => content.trim() === text).map(([, scope]) => scope);

/** The texts that have a scope ending in `.cuda`. */
const cudaTokens = (code: string) => tokens('cuda', code).flatMap(([text, scope]) => (scope.endsWith('.cuda') ? [text] : []));

describe('CUDA C++', () => {
  it.each([
    ['__global__ void add(float *a) {}', '__global__', 'storage.modifier.cuda'],
    ['extern __shared__ float tile[];', '__shared__', 'storage.modifier.cuda'],
    ['__device__ __forceinline__ int f() { return 1; }', '__forceinline__', 'storage.modifier.cuda'],
    ['__global__ void __launch_bounds__(256, 2) add() {}', '__launch_bounds__', 'storage.modifier.cuda'],
    ['void f() { int i = blockIdx.x * blockDim.x + threadIdx.x; }', 'threadIdx', 'variable.language.cuda'],
    ['void f() { int lane = threadIdx.x % warpSize; }', 'warpSize', 'variable.language.cuda'],
    ['int main() { float4 v; dim3 grid(2); }', 'float4', 'support.type.cuda'],
    ['int main() { cudaError_t e = cudaFree(p); }', 'cudaError_t', 'support.type.cuda'],
    ['__device__ int f(int v) { return __shfl_down_sync(0xffffffff, v, 1); }', '__shfl_down_sync', 'support.function.intrinsic.cuda'],
    ['__device__ void f() { __syncthreads(); }', '__syncthreads', 'support.function.intrinsic.cuda'],
    ['int main() { add<<<1, 32>>>(a); }', '<<<', 'keyword.operator.launch.cuda'],
    ['int main() { add<<<1, 32>>>(a); }', '>>>', 'keyword.operator.launch.cuda'],
    ['int main() { add<<<grid, block, 0, stream>>>\n  (a); }', '>>>', 'keyword.operator.launch.cuda'],
  ])('knows, in %s, what %s is', (code, text, scope) => {
    expect(scopesOf('cuda', code, text)).toContain(scope);
  });

  it.each([
    '// __global__ void add<<<1, 32>>>(threadIdx.x)',
    '/* __shared__ float4 tile;\n   __syncthreads(); blockIdx.x */',
    'const char *s = "__global__ <<<1>>>(x) threadIdx float4 __syncthreads()";',
    "const char c = '<';",
    'const char *r = R"(__device__ <<<1>>>(x))";',
    '#include <cuda_runtime.h>',
  ])('sees nothing of its own in comments, strings and headers: %j', (code) => {
    expect(cudaTokens(code)).toEqual([]);
  });

  it('is not taken in by names that only begin like its own', () => {
    expect(cudaTokens('int main() { int threadIdxs, my_dim3, float45, __sharedx__; }')).toEqual([]);
  });

  it('does not take the end of three templates for a launch', () => {
    expect(cudaTokens('std::vector<std::vector<std::vector<int>>> deep;')).toEqual([]);
  });

  it('keeps all of C++ around it', () => {
    expect(scopesOf('cuda', 'int main() { return 0; }', 'return')).toEqual(scopesOf('cpp', 'int main() { return 0; }', 'return'));
  });

  it.each(['cu', 'cuh', 'cuda-cpp'])('goes by the name %s too', (alias) => {
    expect(scopesOf(alias, '__global__ void f() {}', '__global__')).toEqual(['storage.modifier.cuda']);
  });
});

describe('PTX', () => {
  it('tells a guard from the instruction that it guards', () => {
    expect(tokens('ptx', '@!%p1 bra.uni $L_2;').filter(([text]) => text.trim() !== '')).toEqual([
      ['@!', 'keyword.control.ptx'], ['%p1', 'variable.parameter.ptx'], ['bra', 'keyword.operator.ptx'], ['.uni', 'support.function.ptx'],
      [' $L_2;', 'source.ptx'],
    ]);
  });

  it.each([
    ['.version 9.0', '.version', 'storage.modifier.ptx'],
    ['.version 9.0', '9.0', 'constant.numeric.ptx'],
    ['.target sm_90a', 'sm_90a', 'constant.language.ptx'],
    ['.visible .entry add(.param .u64 p)', '.entry', 'storage.modifier.ptx'],
    ['  .reg .f32 %f<4>;', '.f32', 'storage.type.ptx'],
    ['  mov.u32 %r1, %tid.x;', '%tid.x', 'variable.language.ptx'],
    ['  mov.u32 %r1, %tid.x;', 'mov', 'keyword.operator.ptx'],
    ['  ld.global.nc.f32 %f1, [%rd1];', '.global.nc.f32', 'support.function.ptx'],
    ['$L__BB0_2:', '$L__BB0_2', 'entity.name.label.ptx'],
    ['  mov.f32 %f1, 0f3F800000;', '0f3F800000', 'constant.numeric.ptx'],
    ['  ret; // add.f32 %f1', '// add.f32 %f1', 'comment.line.double-slash.ptx'],
  ])('knows, in %s, what %s is', (code, text, scope) => {
    expect(scopesOf('ptx', code, text)).toContain(scope);
  });

  it('sees no instruction in a comment or a string', () => {
    const found = tokens('ptx', '/* mov.u32 %r1\n add.f32 */\n.file 1 "mov.u32 %tid.x"');
    expect(found.filter(([, scope]) => /keyword|variable|support/u.test(scope))).toEqual([]);
  });
});

describe('SASS', () => {
  it.each([
    ['        /*0010*/              @!P0 BRA 0x70 ;', '/*0010*/', 'comment.block.address.nvsass'],
    ['        /*0010*/              @!P0 BRA 0x70 ;', '@!', 'keyword.control.nvsass'],
    ['        /*0010*/              @!P0 BRA 0x70 ;', 'BRA', 'keyword.operator.nvsass'],
    ['        /*0010*/              @!P0 BRA 0x70 ;', '0x70', 'constant.numeric.nvsass'],
    ['        /*0080*/              LDG.E.CONSTANT R2, desc[UR4][R2.64] ;', 'LDG', 'keyword.operator.nvsass'],
    ['        /*0080*/              LDG.E.CONSTANT R2, desc[UR4][R2.64] ;', '.E.CONSTANT', 'support.function.nvsass'],
    ['        /*0080*/              LDG.E.CONSTANT R2, desc[UR4][R2.64] ;', 'UR4', 'variable.parameter.nvsass'],
    ['        /*0020*/              S2R R0, SR_TID.X ;', 'SR_TID.X', 'variable.parameter.nvsass'],
    ['\t.headerflags\t@"EF_CUDA_SM90"', '@"EF_CUDA_SM90"', 'string.quoted.double.nvsass'],
    ['.L_x_0:', '.L_x_0', 'entity.name.label.nvsass'],
  ])('knows, in %s, what %s is', (code, text, scope) => {
    expect(scopesOf('nvsass', code, text)).toContain(scope);
  });
});

describe('highlighted code', () => {
  const sample = `__global__ void add(float4 *a) { // a launch <<<1>>>\n  ${'a[threadIdx.x].x += 1.0f; '.repeat(60)}\n}\n`;

  it('is the same HTML in two builds, with languages loaded in another order', async () => {
    const build = async (langs: typeof siteGrammars) => {
      const own = await createHighlighter({ themes: ['github-dark-dimmed', 'github-light'], langs });
      const html = own.codeToHtml(sample, {
        lang: 'cuda', themes: { dark: 'github-dark-dimmed', light: 'github-light' }, transformers: [lineLimit],
      });
      own.dispose();
      return html;
    };
    const first = await build(siteGrammars);
    expect(await build(siteGrammars.toReversed())).toBe(first);
    expect(first.match(/>threadIdx</gu)).toHaveLength(60);
  });

  it('stays plain where a line is too long to be read, and has its colours below', () => {
    const long = `const int table[] = {${'1, '.repeat(1000)}};`;
    const lines = highlighter.codeToTokens(`${long}\nint after = 1;`, { lang: 'cuda' as 'cpp', theme: 'github-light', tokenizeTimeLimit: 0, tokenizeMaxLineLength: 2000 }).tokens;
    expect(lines[0]?.map(({ content }) => content)).toEqual([long]);
    expect(lines[1]?.length).toBeGreaterThan(3);
  });
});
