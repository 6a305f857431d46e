import type { Bilingual, Locale } from './locale.ts';

/** The sections of the site, in the order of the sidebar. */
export const topics = ['nvcc', 'cuda', 'pytorch', 'os', 'system-design', 'python-and-tools'] as const;
export type Topic = (typeof topics)[number];

/** Names of the sections, in the sidebar, on the home page and in search results. */
export const topicLabels: Readonly<Record<Topic, Bilingual>> = {
  nvcc: { en: 'NVCC', 'zh-cn': 'NVCC 编译器' },
  cuda: { en: 'CUDA', 'zh-cn': 'CUDA 编程' },
  pytorch: { en: 'Deep learning on GPUs', 'zh-cn': 'GPU 上的深度学习' },
  os: { en: 'Operating systems', 'zh-cn': '操作系统' },
  'system-design': { en: 'System design', 'zh-cn': '系统设计' },
  'python-and-tools': { en: 'Python and tools', 'zh-cn': 'Python 与工具' },
};

/** The name of the pages that are no notes, such as the glossary. */
export const referenceLabel: Bilingual = { en: 'Reference', 'zh-cn': '查阅' };

/** The names in one language, by topic, and that of the other pages as `reference`. */
export function topicNames(locale: Locale): Readonly<Record<string, string>> {
  return { ...Object.fromEntries(topics.map((topic) => [topic, topicLabels[topic][locale]])), reference: referenceLabel[locale] };
}
