import { describe, expect, it } from 'vitest';
import type { Locale } from '../../src/i18n/locale.ts';
import { topics } from '../../src/i18n/topic-labels.ts';
import { sidebarGroups } from '../../src/markdown/sidebar.ts';
import { readNote } from '../../src/note/read-note.ts';
import { noteText } from '../note/note-text.ts';

const note = (id: string, topic: string, order: number, locale: Locale = 'en') =>
  readNote(noteText('', { topic, order: String(order) }), `notes/${id}.mdx`, { id, locale });
const overview = (slug: string) => ({ label: 'Overview', translations: { 'zh-CN': '概览' }, slug });

describe('sidebarGroups', () => {
  it('has a group for each topic, its overview first, then its notes in reading order', async () => {
    const notes = await Promise.all([
      note('os/c', 'os', 1), note('cuda/b', 'cuda', 20), note('cuda/a', 'cuda', 3), note('nvcc/z', 'nvcc', 7), note('cuda/d', 'cuda', 100),
    ]);
    const groups = sidebarGroups(notes);
    expect(groups.slice(1, 3)).toEqual([
      { label: 'NVCC', translations: { 'zh-CN': 'NVCC 编译器' }, items: [overview('nvcc'), 'nvcc/z'] },
      { label: 'CUDA', translations: { 'zh-CN': 'CUDA 编程' }, items: [overview('cuda'), 'cuda/a', 'cuda/b', 'cuda/d'] },
    ]);
    expect(groups.map(({ items }) => items.length)).toEqual([1, 2, 4, 1, 2, 1, 1, 6]);
  });

  it('begins with the reading paths and ends with what one looks up', () => {
    const groups = sidebarGroups([]);
    const offline = { label: 'Offline', translations: { 'zh-CN': '离线使用' }, link: '/offline/' };
    expect([groups.at(0)?.items, groups.at(-1)?.items]).toEqual([['paths'], ['figures', 'errata', 'glossary', 'coverage', 'serving-many-readers', offline]]);
  });

  it('names a note once, however many languages it has', async () => {
    const notes = await Promise.all([note('cuda/a', 'cuda', 1), note('cuda/a', 'cuda', 1, 'zh-cn')]);
    expect(sidebarGroups(notes)[2]?.items).toEqual([overview('cuda'), 'cuda/a']);
  });

  it('has both names for every group', () => {
    const groups = sidebarGroups([]);
    expect(groups).toHaveLength(topics.length + 2);
    for (const { label, translations } of groups) expect([label, translations['zh-CN']].every((name) => name !== undefined && name !== '')).toBe(true);
  });
});
