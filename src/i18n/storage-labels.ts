import type { Locale } from './locale.ts';

export type FileKind = 'pages' | 'search' | 'notebooks' | 'code' | 'fonts' | 'images' | 'other';

/** What the page about offline reading says. */
export interface StorageLabels {
  readonly title: string;
  readonly description: string;
  readonly intro: string;
  readonly link: string;
  readonly kinds: Readonly<Record<FileKind, string>>;
  readonly heads: readonly [kind: string, stored: string, size: string];
  readonly total: string;
  readonly complete: string;
  readonly clear: string;
  readonly again: string;
  readonly reading: string;
  readonly storing: (stored: number, all: number) => string;
  readonly state: {
    readonly whole: string;
    readonly partial: (missing: number) => string;
    readonly absent: string;
    readonly unwanted: string;
    readonly unavailable: string;
    readonly failed: string;
    readonly noRoom: string;
  };
  /** Of the host: what is used, and how much there may be. */
  readonly quota: (usage: string, quota: string) => string;
  readonly script: string;
}

export const storageLabels: Readonly<Record<Locale, StorageLabels>> = {
  en: {
    title: 'Offline reading',
    description: 'What of this site is stored in your browser, and how to clear or complete it',
    intro: 'After a first visit the whole site is in your browser: all notes in both languages, recorded outputs and search. Only running code needs a server.',
    link: 'Offline reading',
    kinds: {
      pages: 'Pages with their recorded outputs', search: 'Search', notebooks: 'Notebooks', code: 'Scripts and styles', fonts: 'Fonts',
      images: 'Pictures and icons', other: 'Other files',
    },
    heads: ['What', 'Files stored', 'Size'],
    total: 'All',
    complete: 'Store everything',
    clear: 'Remove everything',
    again: 'Try again',
    reading: 'Looking at what is stored…',
    storing: (stored, all) => `Storing: ${stored} of ${all} files`,
    state: {
      whole: 'The whole site is stored. It can be read without a network.',
      partial: (missing) => `${missing} ${missing === 1 ? 'file is' : 'files are'} missing. What is there can be read without a network.`,
      absent: 'The site is not stored yet.',
      unwanted: 'Nothing is stored, as you asked for. The site works as long as there is a network.',
      unavailable: 'This browser stores nothing for this site: it is a private window, storage is switched off, or the address is not secure.',
      failed: 'This did not work. Check the connection and the room that is left on this device.',
      noRoom: 'There is too little room on this device for the whole site. What was there before still is.',
    },
    quota: (usage, quota) => `This address uses ${usage} of at most ${quota} that the browser gives it.`,
    script: 'This page needs JavaScript to look into the browser’s storage.',
  },
  'zh-cn': {
    title: '离线阅读',
    description: '本站在你的浏览器里存了什么、占多大空间，以及如何清除或补全',
    intro: '第一次访问之后，整个网站都会存进浏览器：两种语言的全部笔记、录制的输出和搜索。只有运行代码才需要服务器。',
    link: '离线阅读',
    kinds: {
      pages: '页面与录制的输出', search: '搜索', notebooks: '笔记本文件', code: '脚本与样式', fonts: '字体', images: '图片与图标', other: '其他文件',
    },
    heads: ['内容', '已存文件', '大小'],
    total: '合计',
    complete: '全部存下',
    clear: '全部清除',
    again: '重试',
    reading: '正在查看已存内容…',
    storing: (stored, all) => `正在保存：${stored} / ${all} 个文件`,
    state: {
      whole: '整个网站都已存下，没有网络也能阅读。',
      partial: (missing) => `还缺 ${missing} 个文件。已存的部分没有网络也能阅读。`,
      absent: '网站还没有存下来。',
      unwanted: '按你的要求，什么都没有存。有网络时网站照常可用。',
      unavailable: '这个浏览器不为本站保存内容：可能是隐私窗口、存储被关闭，或者地址不是安全连接。',
      failed: '没有成功。请检查网络连接和设备的剩余空间。',
      noRoom: '设备空间不足，放不下整个网站。之前已存的内容还在。',
    },
    quota: (usage, quota) => `本站地址占用 ${usage}，浏览器最多提供 ${quota}。`,
    script: '查看浏览器存储需要启用 JavaScript。',
  },
};
