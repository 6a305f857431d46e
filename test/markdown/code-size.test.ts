import { expect, it } from 'vitest';
import { codeSize } from '../../src/markdown/code-size.ts';

it.each([
  [['int x;', '', '  return;'], { lines: 3, columns: 9 }],
  [['\tint x;', 'a\tb'], { lines: 2, columns: 14 }],
  [['// 一个 warp，32 个线程'], { lines: 1, columns: 23 }],
  [[''], { lines: 1, columns: 0 }],
])('has as many lines and columns as a fixed font shows: %j', (lines, size) => {
  expect(codeSize(lines)).toEqual(size);
});
