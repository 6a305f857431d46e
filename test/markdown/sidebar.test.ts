import { describe, expect, it } from 'vitest';
import type { Locale } from '../../src/i18n/locale.ts';
import { topics } from '../../src/i18n/topic-labels.ts';
import { sidebarGroups } from '../../src/markdown/sidebar.ts';
import { readNote } from '../../src/note/read-note.ts';
import { noteText } from '../note/note-text.ts';

const note = (id: string, topic: string, order: number, locale: Locale = 'en') =>
  readNote(noteText('', { topic, order: String(order) }), `notes/${id}.mdx`, { id, locale });

describe('sidebarGroups', () => {
  it('has a group for each topic with notes, in the order of the topics, its notes in reading order', async () => {
    const notes = await Promise.all([
      note('os/c', 'os', 1), note('cuda/b', 'cuda', 20), note('cuda/a', 'cuda', 3), note('nvcc/z', 'nvcc', 7), note('cuda/d', 'cuda', 100),
    ]);
    expect(sidebarGroups(notes)).toEqual([
      { label: 'NVCC', translations: { 'zh-CN': 'NVCC 编译器' }, items: ['nvcc/z'] },
      { label: 'CUDA', translations: { 'zh-CN': 'CUDA 编程' }, items: ['cuda/a', 'cuda/b', 'cuda/d'] },
      { label: 'Operating systems', translations: { 'zh-CN': '操作系统' }, items: ['os/c'] },
    ]);
  });

  it('names a note once, however many languages it has', async () => {
    const notes = await Promise.all([note('cuda/a', 'cuda', 1), note('cuda/a', 'cuda', 1, 'zh-cn')]);
    expect(sidebarGroups(notes).map(({ items }) => items)).toEqual([['cuda/a']]);
  });

  it('has both names for every topic', async () => {
    const groups = sidebarGroups(await Promise.all(topics.map((topic) => note(`${topic}/a`, topic, 1))));
    expect(groups).toHaveLength(topics.length);
    for (const { label, translations } of groups) expect([label, translations['zh-CN']].every((name) => name !== undefined && name !== '')).toBe(true);
  });
});
