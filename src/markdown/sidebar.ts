import type { Bilingual } from '../i18n/locale.ts';
import { topics, type Topic } from '../note/frontmatter.ts';
import type { Note } from '../note/note.ts';

/** Names of the sections. */
export const topicLabels: Readonly<Record<Topic, Bilingual>> = {
  nvcc: { en: 'NVCC', 'zh-cn': 'NVCC 编译器' },
  cuda: { en: 'CUDA', 'zh-cn': 'CUDA 编程' },
  pytorch: { en: 'Deep learning on GPUs', 'zh-cn': 'GPU 上的深度学习' },
  os: { en: 'Operating systems', 'zh-cn': '操作系统' },
  'system-design': { en: 'System design', 'zh-cn': '系统设计' },
  'python-and-tools': { en: 'Python and tools', 'zh-cn': 'Python 与工具' },
};

export interface SidebarGroup {
  readonly label: string;
  readonly translations: Readonly<Record<string, string>>;
  readonly items: readonly string[];
}

/** Starlight's sidebar: a group a topic that has notes, the notes in reading order. */
export function sidebarGroups(notes: readonly Note[]): readonly SidebarGroup[] {
  return topics.flatMap((topic) => {
    const inTopic = notes.filter(({ locale, frontmatter }) => locale === 'en' && frontmatter.topic === topic);
    if (inTopic.length === 0) return [];
    const items = inTopic.toSorted((a, b) => a.frontmatter.order - b.frontmatter.order).map(({ id }) => id);
    return [{ label: topicLabels[topic].en, translations: { 'zh-CN': topicLabels[topic]['zh-cn'] }, items }];
  });
}
