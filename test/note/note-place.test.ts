import { expect, it } from 'vitest';
import { notePlace } from '../../src/note/note-place.ts';
import { readNote } from '../../src/note/read-note.ts';
import { noteText } from './note-text.ts';

const note = (id: string, order: number, locale: 'en' | 'zh-cn' = 'en') =>
  readNote(noteText('', { order: String(order) }), `notes/${id}.mdx`, { id, locale });
const notes = await Promise.all([note('cuda/last', 30), note('cuda/first', 2), note('cuda/first', 2, 'zh-cn'), note('cuda/middle', 11)]);

it('counts a note among those of its topic, in reading order and in either language', () => {
  expect(notePlace('notes/cuda/middle.mdx', notes)).toEqual({ topic: 'cuda', position: 2, count: 3 });
  expect(notePlace('notes/zh-cn/cuda/first.mdx', notes)).toEqual({ topic: 'cuda', position: 1, count: 3 });
});

it('knows the page of a topic, which has no place of its own', () => {
  expect(notePlace('notes/zh-cn/cuda.mdx', notes)).toEqual({ topic: 'cuda', position: null, count: 3 });
  expect(notePlace('notes/os.mdx', notes)).toEqual({ topic: 'os', position: null, count: 0 });
});

it('has no place for other pages', () => {
  expect(['notes/glossary.mdx', 'notes/index.mdx', 'notes/cuda/unknown.mdx', '/src/pages/search/index.astro'].map((file) => notePlace(file, notes))).toEqual([null, null, null, null]);
});
