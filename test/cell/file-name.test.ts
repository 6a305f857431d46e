import { describe, expect, it } from 'vitest';
import { fileNameProblem, filePathProblem } from '../../src/cell/file-name.ts';

describe('a file name from elsewhere', () => {
  it.each([
    '..', '.', '', '.env', 'a/b', 'a\\b', '..%2f..%2fx.ipynb', '%2e%2e', '%252e%252e', 'foo%2f..%2fsecret', 'C:x', 'con:stream', 'CON.ipynb', 'nul', 'lpt1.txt',
    'x.ipynb\0.html', 'two\nlines', '\u202Egnp.ipynb', 'zero\u200Bwidth', 'ends.', 'ends ', '很'.repeat(90),
  ])('%j is refused with a reason', (name) => {
    expect(fileNameProblem(name)).toMatch(/^a name /u);
  });

  it.each(['a b#?.ipynb', '100%.ipynb', '内存.ipynb', 'tile.cuh', 'console.cu', 'a..b', '很'.repeat(80), 'x%20y'])('%j is fine', (name) => {
    expect(fileNameProblem(name)).toBeUndefined();
  });
});

it('a path is refused for any of its names', () => {
  expect(filePathProblem('cuda/bank-conflicts.ipynb')).toBeUndefined();
  for (const path of ['/abs.ipynb', 'a/../../b.ipynb', 'a//b', '.git/config', 'a/', '\\\\host\\share\\x']) expect(filePathProblem(path), path).toBeDefined();
});
