import { describe, expect, it } from 'vitest';
import { type Sidebar, topicSidebar } from '../../src/components/topic-sidebar.ts';

type Entry = Sidebar[number];

const link = (label: string, href: string): Entry => ({ type: 'link', label, href, isCurrent: false, badge: undefined, attrs: {} });
const group = (label: string, ...entries: Entry[]): Entry => ({ type: 'group', label, entries, collapsed: false, badge: undefined });
const badge = (text: string) => ({ text, variant: 'default', class: 'sidebar-count' });

const START = group('Start here', link('Reading paths', '/base/paths/'));
const NVCC = group('NVCC', link('Overview', '/base/nvcc/'));
const CUDA = group('CUDA', link('Overview', '/base/cuda/'), link('A', '/base/cuda/a/'), link('B', '/base/cuda/b/'));

describe('topicSidebar', () => {
  it('has the notes of the page’s topic, its place among them, and one link for each other topic', () => {
    expect(topicSidebar([START, NVCC, CUDA], 'cuda', 2)).toEqual([START, link('NVCC', '/base/nvcc/'), { ...CUDA, badge: badge('2 / 2') }]);
  });

  it('says how many notes a topic has where the page is none of them', () => {
    expect(topicSidebar([CUDA], 'cuda', null)).toEqual([{ ...CUDA, badge: badge('2') }]);
    expect(topicSidebar([CUDA], null, null)).toEqual([{ ...link('CUDA', '/base/cuda/'), badge: badge('2') }]);
  });
});
