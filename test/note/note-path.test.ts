import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteFile, notePath, parseNotePath } from '../../src/note/note-path.ts';

describe('parseNotePath', () => {
  it.each([
    ['notes/cuda/bank-conflicts.mdx', { id: 'cuda/bank-conflicts', locale: 'en' }],
    ['/home/me/site/notes/zh-cn/cuda/bank-conflicts.mdx', { id: 'cuda/bank-conflicts', locale: 'zh-cn' }],
    ['C:\\site\\notes\\nvcc\\a.mdx', { id: 'nvcc/a', locale: 'en' }],
  ])('reads %s', (path, expected) => {
    expect(parseNotePath(path)).toEqual(expected);
  });

  it.each(['notes/index.mdx', 'notes/zh-cn/index.mdx', 'notes/zh-cn/cuda.mdx', 'notes/cuda/a.md', 'mynotes/cuda/a.mdx', 'notes/cuda/a/b.mdx', 'notes/cuda/_a.mdx'])(
    'takes %s for no note', (path) => {
      expect(parseNotePath(path)).toBeNull();
    },
  );

  it('reads back every file that noteFile names', () => {
    const word = fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/u).filter((text) => text !== 'zh-cn');
    fc.assert(fc.property(word, word, fc.constantFrom('en' as const, 'zh-cn' as const), (topic, slug, locale) => {
      expect(parseNotePath(noteFile(`${topic}/${slug}`, locale))).toEqual({ id: `${topic}/${slug}`, locale });
    }));
  });
});

it('gives a note an address under its language', () => {
  expect(notePath('cuda/a', 'en')).toBe('/cuda/a/');
  expect(notePath('cuda/a', 'zh-cn')).toBe('/zh-cn/cuda/a/');
});
