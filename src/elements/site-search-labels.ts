import { needs } from '../cell/cell.ts';
import { cellLabels } from '../i18n/cell-labels-of-all.ts';
import type { Locale } from '../i18n/locale.ts';
import { notebooksLabel } from '../i18n/notebook-labels.ts';
import { topicNames } from '../i18n/topic-labels.ts';

/** What search says, in one language. */
export interface SearchLabels {
  readonly dialog: string;
  readonly placeholder: string;
  readonly results: string;
  readonly clear: string;
  readonly close: string;
  readonly start: string;
  readonly tryThese: string;
  readonly examples: readonly string[];
  readonly recent: string;
  readonly forget: string;
  readonly byTopic: string;
  readonly topicFilter: string;
  readonly allTopics: string;
  readonly needsFilter: string;
  readonly anyCell: string;
  readonly allResults: string;
  readonly didYouMean: string;
  readonly similar: string;
  readonly loading: string;
  readonly failed: string;
  readonly offline: string;
  readonly retry: string;
  readonly emptyHint: string;
  readonly withoutFilters: string;
  /** Above what was found in the other language. */
  readonly other: string;
  readonly keys: { readonly move: string; readonly open: string; readonly newTab: string; readonly close: string };
  /** Also of the pages that are no notes. */
  readonly topics: Readonly<Record<string, string>>;
  readonly needs: Readonly<Record<string, string>>;
  readonly empty: (query: string) => string;
  readonly count: (sections: number, pages: number) => string;
}

const EN: SearchLabels = {
  dialog: 'Search the notes',
  placeholder: 'Search notes, symbols, options',
  results: 'Search results',
  clear: 'Clear',
  close: 'Close',
  start: 'Introduction',
  tryThese: 'Try a topic, a symbol or a compiler option',
  examples: ['bank conflict', '__syncthreads', '-gencode', 'torch.compile'],
  recent: 'Recent searches',
  forget: 'Forget these',
  byTopic: 'Or look through a topic',
  topicFilter: 'Topic',
  allTopics: 'All topics',
  needsFilter: 'What the code needs',
  anyCell: 'Any requirement',
  allResults: 'All results on a page of their own',
  didYouMean: 'Did you mean',
  similar: 'Similar words in the notes:',
  loading: 'Loading the search index…',
  failed: 'The search index could not be read. Your query is kept.',
  offline: 'You are offline and the search index is not on this device yet.',
  retry: 'Try again',
  emptyHint: 'Check the spelling, use fewer words, or search for the name of a function or an option.',
  withoutFilters: 'Search without filters',
  other: 'In Chinese: 简体中文',
  keys: { move: 'move', open: 'open', newTab: 'new tab', close: 'close' },
  topics: { ...topicNames('en'), notebooks: notebooksLabel.en },
  needs: codeNeeds('en', 'Code that '),
  empty: (query) => (query === '' ? 'Nothing passes the filters' : `Nothing found for “${query}”`),
  count: (sections, pages) => `${plural(sections, 'section')} in ${plural(pages, 'note')}`,
};

const ZH: SearchLabels = {
  dialog: '搜索笔记',
  placeholder: '搜索笔记、函数名、编译选项',
  results: '搜索结果',
  clear: '清空',
  close: '关闭',
  start: '开头',
  tryThese: '可以搜主题、函数名或编译选项',
  examples: ['存储体冲突', '__syncthreads', '-gencode', '混合精度'],
  recent: '最近搜索',
  forget: '清除记录',
  byTopic: '也可以按主题浏览',
  topicFilter: '主题',
  allTopics: '全部主题',
  needsFilter: '代码的运行条件',
  anyCell: '运行条件不限',
  allResults: '在单独页面查看全部结果',
  didYouMean: '你是不是想搜',
  similar: '笔记里相近的词：',
  loading: '正在加载搜索索引…',
  failed: '搜索索引读取失败，输入的内容已保留。',
  offline: '当前离线，本机还没有保存搜索索引。',
  retry: '重试',
  emptyHint: '检查一下拼写，减少几个词，或者直接搜函数名、选项名。',
  withoutFilters: '去掉筛选再搜',
  other: '英文笔记：English',
  keys: { move: '选择', open: '打开', newTab: '新标签页', close: '关闭' },
  topics: { ...topicNames('zh-cn'), notebooks: notebooksLabel['zh-cn'] },
  needs: codeNeeds('zh-cn', '代码'),
  empty: (query) => (query === '' ? '没有符合筛选条件的内容' : `没有找到“${query}”`),
  count: (sections, pages) => `${pages} 篇笔记，共 ${sections} 处`,
};

/** Labels of a locale as Starlight names it; English for any other. */
export function searchLabels(locale: string): SearchLabels {
  return locale === 'zh-cn' ? ZH : EN;
}

function codeNeeds(locale: Locale, before: string): Readonly<Record<string, string>> {
  return Object.fromEntries(needs.map((need) => [need, before + cellLabels[locale].needs[need]]));
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
