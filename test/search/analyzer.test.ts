import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/search/analyzer.ts';
import { buildIndex } from '../../src/search/search-index.ts';
import { parseQuery } from '../../src/search/search-query.ts';
import { TermIndex } from '../../src/search/term-index.ts';
import { matchTerm } from '../../src/search/term-matches.ts';
import { testDocument } from './test-document.ts';

describe('analyze', () => {
  it.each([
    ['prose is stemmed', 'Coalesced accesses', ['coalesc:word', 'access:word']],
    ['a possessive ends at its apostrophe', 'the GPU’s lanes', ['the:word', 'gpu:word', 'lane:word']],
    ['a plural acronym is one word', 'two GPUs', ['two:word', 'gpu:word']],
    ['Han text becomes overlapping bigrams', '线程束', ['线程:han', '程束:han', '束:han-single']],
    ['a lone Han character stays', '锁', ['锁:han-single']],
    ['scripts part without a space', 'DDP单机', ['ddp:word', '单机:han', '机:han-single']],
    ['an intrinsic is whole, bare and in parts', '__shfl_down_sync', [
      '__shfl_down_sync:symbol', 'shfl_down_sync:bare', 'shfl:part', 'down:part', 'sync:part',
    ]],
    ['camel case is cut before it is lower-cased', 'cudaMallocManaged', [
      'cudamallocmanaged:symbol', 'cuda:part', 'malloc:part', 'manag:part',
    ]],
    ['an acronym inside a name is one part', 'enableGPUDirect', [
      'enablegpudirect:symbol', 'enabl:part', 'gpu:part', 'direct:part',
    ]],
    ['an architecture keeps its suffix', 'sm_90a', ['sm_90a:symbol', 'sm:part', '90a:part']],
    ['an option is whole, bare and in parts', '--gpu-code', [
      '--gpu-code:symbol', 'gpu-code:bare', 'gpu:part', 'code:part',
    ]],
    ['an option ends before its value', '-arch=sm_90', [
      '-arch:symbol', 'arch:bare', 'sm_90:symbol', 'sm:part', '90:part',
    ]],
    ['an option follows Han text', '加-lineinfo', ['加:han-single', '-lineinfo:symbol', 'lineinfo:bare']],
    ['a dotted name is whole and in parts', 'torch.compile', ['torch.compile:symbol', 'torch:part', 'compil:part']],
    ['a scoped name is whole and in parts', 'std::vector', ['std::vector:symbol', 'std:part', 'vector:part']],
    ['a hyphenated word is its words', 'half-precision', ['half-precision:bare', 'half:word', 'precis:word']],
    ['launch brackets are tokens', 'k<<<1, 2>>>', ['k:word', '<<<:operator', '1:word', '2:word', '>>>:operator']],
    ['an arrow is a token', 'p->next', ['p:word', '->:operator', 'next:word']],
    ['a magic is whole and bare', '%%cuda', ['%%cuda:symbol', 'cuda:bare']],
    ['a suffix is whole and bare', '.cubin', ['.cubin:symbol', 'cubin:bare']],
    ['a sentence end is not a suffix', 'Run it. Then', ['run:word', 'it:word', 'then:word']],
    ['C++ is not C', 'C++', ['c++:symbol']],
    ['a version is one word', 'CUDA 13.0', ['cuda:word', '13.0:word']],
    ['a PTX label is one symbol', '$L__BB0_2', ['$l__bb0_2:symbol', 'l__bb0_2:bare', 'bb0:part']],
    ['full-width text is folded', '＿＿syncthreads　ＦＰ１６', [
      '__syncthreads:symbol', 'syncthreads:bare', 'syncthread:part', 'fp16:word',
    ]],
    ['traditional characters are folded', '線程', ['线程:han', '程:han-single']],
    ['punctuation alone is nothing', '* ((( \\ " ', []],
  ])('%s', (_, text, expected) => {
    const tokens = analyze(text).map(({ term, kind }) => `${term}:${kind}`);
    expect(tokens).toEqual(expected);
  });

  it('points at the given text though normalising changes its length', () => {
    const text = 'ﬁle ① 共享 e\u0301tat ｓｍ＿９０';
    const found = analyze(text).map(({ start, end }) => text.slice(start, end));
    expect(found).toEqual(expect.arrayContaining(['ﬁle', '①', '共享', 'e\u0301tat', 'ｓｍ＿９０']));
  });

  it('gives the same terms for every Unicode normal form of the same text', () => {
    const terms = (text: string): readonly string[] => analyze(text).map(({ term }) => term);
    fc.assert(
      fc.property(noteText(), (text) => {
        const composed = terms(text.normalize('NFC'));
        expect(terms(text.normalize('NFD'))).toEqual(composed);
        expect(terms(text.normalize('NFKC'))).toEqual(composed);
        expect(terms(text.normalize('NFKD'))).toEqual(composed);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every token inside the text, and never turns one around', () => {
    fc.assert(
      fc.property(noteText(), (text) => {
        for (const { start, end } of analyze(text)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('finds a document by every token of its own words', () => {
    fc.assert(
      fc.property(noteText(), (text) => {
        const index = new TermIndex(buildIndex([testDocument({ text })]));
        for (const term of parseQuery(text, new Map()).flatMap(({ terms }) => terms)) {
          expect(matchTerm(term, index).filter(({ how }) => how === 'exact'), term.term).toHaveLength(1);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** Text of the kinds that notes mix, and any Unicode at all between them. */
function noteText(): fc.Arbitrary<string> {
  const pieces = fc.constantFrom(
    '__syncthreads', 'cudaMallocManaged', '--gpu-code', '-Xptxas', 'sm_90a', 'torch.compile', 'std::vector', '<<<',
    '->',
    '线程束', '線程', '锁', '共享内存', 'coalescing', 'GPUs', 'naïve', 'e\u0301', 'Å', 'ﬁ', '½', 'ＦＰ１６', '＿＿', 'ｶﾞ', '한국', '각',
    ' ', '　', '.', '-', '_', '，', '“', '\n', 'µs', 'Ω', '豈', '１２', 'ß', 'İ', '\u200b',
  );
  const anything = fc.string({ unit: 'binary', maxLength: 4 });
  const parts = fc.array(fc.oneof({ weight: 4, arbitrary: pieces }, anything), { maxLength: 16 });
  return parts.map((texts) => texts.join(''));
}
