import { describe, expect, it } from 'vitest';
import { readFenceHead } from '../../src/cell/fence-language.ts';

describe('readFenceHead', () => {
  it.each([
    ['cuda', 'run id=a', 'cuda', 'run id=a'],
    ['CUDA', '', 'cuda', ''],
    ['C++', '', 'c++', ''],
    ['cu', '', 'cuda', ''],
    ['cuda-c++', '', 'cuda', ''],
    ['nvcc', 'title="x"', 'cuda', 'title="x"'],
    ['sass', '', 'nvsass', ''],
    ['{.cuda}', '', 'cuda', ''],
    ['{.cuda', '#id .numberLines title="a b"} {2}', 'cuda', 'title="a b" {2}'],
    ['{python}', '', 'python', ''],
    ['cuda{1,3-5}', 'title=x', 'cuda', '{1,3-5} title=x'],
    ['cuda:title=x.cu', '', 'cuda', 'title="x.cu"'],
    ['cuda:src/x.cu', '{1}', 'cuda', 'title="src/x.cu" {1}'],
    ['', '', '', ''],
  ])('reads %j %j as %j %j', (language, meta, name, options) => {
    expect(readFenceHead(language, meta)).toEqual({ language: name, meta: options });
  });
});
