import type { Locale } from './locale.ts';

/** The words around every interactive figure. */
export interface FigureLabels {
  readonly copyLink: string;
  readonly copied: string;
  /** Where the browser gives no clipboard. */
  readonly inAddress: string;
  readonly reset: string;
  /** Of a link whose values the figure cannot have. */
  refused(names: readonly string[]): string;
}

export const figureLabels: Readonly<Record<Locale, FigureLabels>> = {
  en: {
    copyLink: 'Copy link to this view',
    copied: 'Link copied.',
    inAddress: 'The link is in the address bar, to copy by hand.',
    reset: 'Reset',
    refused: (names) => `The link asks for something this figure does not have (${names.join(', ')}). That part is as it was.`,
  },
  'zh-cn': {
    copyLink: '复制当前视图的链接',
    copied: '链接已复制。',
    inAddress: '链接在地址栏里，请手动复制。',
    reset: '重置',
    refused: (names) => `链接里有这张图没有的取值（${names.join('、')}），这部分保持原样。`,
  },
};
