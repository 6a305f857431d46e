import { globSync, readFileSync } from 'node:fs';
import { IterMode, type SyntaxNode } from '@lezer/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cudaLanguage, inspectCuda } from '../../src/elements/cell-code-cuda.ts';
import { maskCuda } from '../../src/elements/cell-code-cuda-mask.ts';
import { cudaNames } from '../../src/elements/cell-code-cuda-names.ts';
import { codePointsBefore, unitsBefore } from '../../src/elements/cell-code-help.ts';

const programs = globSync('notes/**/*.mdx').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^```cuda run id=(\S+)[^\n]*\n([\s\S]*?)^```$/gmu)].map(([, id = '', code = '']) => ({ id, code })));

/** Names of the nodes from a place of the code up to the root. */
function nodesAt(code: string, text: string): readonly string[] {
  const names: string[] = [];
  let node: SyntaxNode | null = cudaLanguage.parser.parse(code).resolveInner(code.indexOf(text) + 1, 1);
  for (; node; node = node.parent) names.push(node.name);
  return names;
}

/** The places of a program that are no C++ for the grammar. */
function errorsIn(code: string): readonly string[] {
  const errors: string[] = [];
  cudaLanguage.parser.parse(code).iterate({
    enter: ({ type, from }) => {
      if (type.isError) errors.push(code.slice(Math.max(0, from - 30), from + 30));
    },
    // The body of a macro is code in pieces.
    mode: IterMode.IgnoreMounts,
  });
  return errors;
}

describe('CUDA C++ in the editor', () => {
  it.each(programs)('of $id is read as C++ without an error', ({ code }) => {
    expect(errorsIn(code)).toEqual([]);
  });

  it('keeps its length and its lines when it is masked, whatever it is', () => {
    const piece = fc.constantFrom('__global__', '__launch_bounds__(256,\n 2)', '<<<', '>>>', '(', ')', '\n', ' ', 'f', '__align__(16)', '__shared__', '"', '银🏦', 'asm volatile(', ' :: ', 'a.*b', 'T::*p', 'x{};', ' v{1, {2}};');
    fc.assert(fc.property(fc.array(piece), (pieces) => {
      const source = pieces.join('');
      const masked = maskCuda(source);
      expect(masked).toHaveLength(source.length);
      expect([...masked.matchAll(/\n/gu)].map(({ index }) => index)).toEqual([...source.matchAll(/\n/gu)].map(({ index }) => index));
    }));
  });

  it('knows a kernel by its name and a launch as a call', () => {
    const code = '__global__ void __launch_bounds__(256) fill(int *a) {}\nint main() { fill<<<1, 32>>>(nullptr); }';
    expect(nodesAt(code, 'fill(int')).toContain('FunctionDeclarator');
    expect(nodesAt(code, 'fill<<<')).toContain('CallExpression');
    expect(nodesAt(code, 'nullptr')).toContain('ArgumentList');
  });

  it('reads inline PTX as a call with its operands', () => {
    const code = 'void f(int x, int y) { asm volatile("add %0, %1;" : "=r"(x) : "r"(y)); asm("bar.sync 0;" ::: "memory"); asm("exit;" :: ); }';
    expect(maskCuda(code)).toHaveLength(code.length);
    expect(nodesAt(code, '"=r"')).toContain('ArgumentList');
    expect(nodesAt(code, '"memory"')).toContain('ArgumentList');
    expect(errorsIn(code)).toEqual([]);
  });

  it.each(['std::array a{1, 2, 3};', 'std::array<int, 3> a{{1, 2, 3}}, b{4};', 'dim3 grid{2, 3};'])('reads the initialiser of %s as such', (declaration) => {
    const code = `int main() { ${declaration} enum E {A, B}; struct S { int x{1}; } s{3}; return 0; }`;
    expect(errorsIn(code)).toEqual([]);
    expect(nodesAt(code, '1, 2').concat(nodesAt(code, 'grid'))).toContain('Declaration');
  });

  it('leaves the end of three templates alone', () => {
    expect(maskCuda('vector<vector<vector<int>>> a;')).toBe('vector<vector<vector<int>>> a;');
  });
});

describe('the names of CUDA', () => {
  it('stand once each, and the most used are described in both languages', () => {
    expect(new Set(cudaNames.map(({ name }) => name)).size).toBe(cudaNames.length);
    const described = cudaNames.filter(({ about }) => about);
    expect(described.length).toBeGreaterThanOrEqual(60);
    for (const { about } of described) expect(about?.['zh-cn']).toMatch(/\p{Script=Han}/u);
  });

  it('are explained at any place of the word', async () => {
    const inspect = inspectCuda('zh-cn');
    const code = 'cudaMalloc(&p, n);';
    expect(await inspect(code, 4)).toContain('显存');
    expect(await inspect(code, 10)).toContain('显存');
    expect(await inspect(code, 12)).toBeNull();
  });
});

describe('the cursor that a kernel is told', () => {
  it('counts code points, as the protocol wants', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, at) => {
      const points = Array.from(text);
      const count = Math.min(at, points.length);
      const units = points.slice(0, count).join('').length;
      expect(codePointsBefore(text, units)).toBe(count);
      expect(unitsBefore(text, count)).toBe(units);
    }));
  });
});
