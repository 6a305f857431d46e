import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { compilerMessageSchema, type CompilerViewMessage } from '../../src/cuda/compiler-message.ts';
import { compilerView, listingOf, shortened } from '../../src/cuda/compiler-view.ts';
import { ptxFunctions, sassFunctions } from '../../src/cuda/listing.ts';
import { assemblyHtml } from '../../src/elements/assembly-colours.ts';
import { diffRows, rowsOf, sourceCounts } from '../../src/elements/compiler-rows.ts';
import { formatViews, parseViews } from '../../src/notebook/compiler-views.ts';

/** What `compiler_view.py` published for `saxpy.cu` with nvcc 13.0.88, for two architectures. */
const published = JSON.parse(readFileSync(new URL('../fixtures/cuda/compiler-view.json', import.meta.url), 'utf8')) as Record<string, unknown>;
function message(arch: 'sm_90' | 'sm_90a'): CompilerViewMessage {
  const parsed = v.parse(compilerMessageSchema, published[arch]);
  if (parsed.kind !== 'view') throw new Error('the fixture is no view');
  return parsed;
}
const view = compilerView(message('sm_90'));
const source = readFileSync(new URL('../fixtures/cuda/saxpy.cu', import.meta.url), 'utf8').split('\n');
const lineOf = (text: string): number => source.findIndex((line) => line.includes(text)) + 1;

describe('the view of a program', () => {
  test('has each kernel by its C++ name, with what it takes and the most threads it may have', () => {
    expect(view.kernels).toMatchObject([{
      name: 'void saxpy<256>(int, float, float const*, float*)', arch: 'sm_90', maxThreads: 256, registers: 12, sharedBytes: 1024, constantBytes: 552,
    }]);
  });

  test.each(['ptx', 'sass'] as const)('leads from each line to its instructions in %s, through inlined functions too', (form) => {
    const stored = view.kernels[0]?.[form];
    if (!stored) throw new Error(`there is no ${form}`);
    const { lines, source: from } = listingOf(stored);
    expect(lines).toHaveLength(from.length);
    const made = (text: string): string => lines.filter((_, index) => from[index] === lineOf(text)).join('\n');
    expect(made('return x * x')).toMatch(/mul\.f32|FMUL/);
    expect(made('__syncthreads')).toMatch(/bar\.sync|BAR\.SYNC/);
    expect(made('if (i < n)')).toMatch(/setp\.ge|ISETP\.GE/);
    expect(made('int main')).toBe('');
  });

  test('ends a kernel where it ends: without the padding of its section', () => {
    expect(listingOf(view.kernels[0]?.sass ?? { text: '', runs: [], omitted: 0 }).lines.at(-1)).toBe('/*01c0*/ EXIT');
  });

  test('has the commands with what flows between them, and no folders', () => {
    expect(view.stages.map(({ tool, side }) => `${tool} ${side}`)).toEqual([
      'gcc -E host', 'cudafe++ host', 'gcc -E device', 'cicc device', 'ptxas device', 'fatbinary device', 'gcc -c host', 'nvlink device',
      'fatbinary device', 'gcc -c host', 'g++ host',
    ]);
    const ptxas = view.stages.find(({ tool }) => tool === 'ptxas');
    expect(ptxas).toMatchObject({ reads: ['g.ptx'], writes: ['g.sm_90.cubin'], command: 'ptxas -arch=sm_90 -m64 "g.ptx" -o "g.sm_90.cubin"' });
    expect(view.stages.find(({ tool }) => tool === 'gcc -c')?.reads).toEqual(['g.cudafe1.cpp', 'g.cudafe1.stub.c', 'g.fatbin.c']);
    // Every file that is read and is not the source has been made before.
    const made = new Set(['g.cu']);
    for (const { reads, writes } of view.stages) {
      expect(reads.filter((name) => !made.has(name))).toEqual([]);
      for (const name of writes) made.add(name);
    }
    expect(JSON.stringify(view.stages)).not.toMatch(/\/(?:folder|toolkit)/);
  });

  test('names the images by the architectures that nvcc asked for', () => {
    expect(view.images).toMatchObject([{ kind: 'elf', arch: '90', bytes: 7040, whole: 7040 }, { kind: 'ptx', arch: '90' }]);
    expect(compilerView(message('sm_90a')).images.map(({ kind, arch }) => `${kind} ${arch}`)).toEqual(['ptx 90', 'elf 90a', 'ptx 90a']);
  });

  test('is the same when it was recorded, and says what was cut', () => {
    const text = formatViews({ version: 1, cells: { saxpy: { digest: 'd', view } } });
    expect(parseViews(text, 'a.json').cells['saxpy']?.view).toEqual(view);
    const short = shortened(view, { kernels: 1, lines: 10 });
    expect(short.kernels[0]?.sass).toMatchObject({ omitted: 19 });
    expect(listingOf(short.kernels[0]?.sass ?? { text: '', runs: [], omitted: 0 }).lines).toHaveLength(10);
    expect(shortened(view, { kernels: 0, lines: 10 })).toMatchObject({ kernels: [], omitted: 1 });
    expect(() => parseViews('{"version":2}', 'a.json')).toThrow('a.json holds no compiler views');
  });
});

test('PTX has all functions, with declarations of others left out', () => {
  const text = [
    '.version 9.0', '.target sm_80', '.extern .func (.param .b32 r) _Z3farv', '(', ')', ';', '.visible .func (.param .b32 r) near(', ')', '{', '\tret;', '}',
    '.visible .entry k(', '\t.param .u64 p', ')', '{', '\t.loc 2 9 1, function_name f, inlined_at 1 4 3', '\tadd.s32 \t%r1, %r2, 1;', '}', '.file 1 "/x/cell.cu"',
  ].join('\n');
  expect(ptxFunctions(text, 'cell.cu').map(({ symbol, isKernel, listing }) => [symbol, isKernel, ...listing.lines, ...listing.source])).toEqual([
    ['near', false, '  ret;', 0], ['k', true, '  add.s32 %r1, %r2, 1;', 4],
  ]);
  expect(sassFunctions('nothing', 'cell.cu')).toEqual([]);
});

describe('two listings', () => {
  const listing = (...lines: readonly string[]) => ({ lines, source: lines.map((_, index) => index) });
  const left = listing('/*0000*/ FMUL R1, R2, R3', '/*0010*/ CALL.REL', '/*0020*/ EXIT');
  const right = listing('/*0000*/ FMUL R7, R8, R9', '/*0010*/ MUFU.RCP R1, R2', '/*0020*/ STG R1', '/*0030*/ EXIT');
  const sides = (registers: 'count' | 'ignore') => diffRows(left, right, registers).map(({ side, text }) => `${side} ${text.slice(9)}`);

  test('differ in what only one has, whatever the offsets, and registers where they count', () => {
    expect(sides('ignore')).toEqual(['both FMUL R1, R2, R3', 'left CALL.REL', 'right MUFU.RCP R1, R2', 'right STG R1', 'both EXIT']);
    expect(sides('count')[0]).toBe('left FMUL R1, R2, R3');
    expect(diffRows(left, left, 'count')).toEqual(rowsOf(left));
  });

  test('count their lines by the lines that they come from', () => {
    expect(sourceCounts(rowsOf({ lines: ['a', 'b', 'c', 'd'], source: [5, 0, 3, 5] }))).toEqual([[3, 1], [5, 2]]);
  });
});

test('assembly is coloured by the grammars of the site and escaped', () => {
  expect(assemblyHtml('/*0070*/ @P0 EXIT', 'sass')).toBe(
    '<span class="code-comment">/*0070*/</span> <span class="code-keyword">@</span><span class="code-variable">P0</span> <span class="code-function">EXIT</span>',
  );
  const html = assemblyHtml('  ld.global.f32 %f2, [%rd6+4]; // <b>', 'ptx');
  expect(html).toContain('<span class="code-variable">%f2</span>');
  expect(html).toContain('// &lt;b&gt;');
  expect(html.replace(/<[^>]*>/gu, '')).toBe('  ld.global.f32 %f2, [%rd6+4]; // &lt;b&gt;');
});
