import type { Locale } from './locale.ts';

/** What is said where a reader sets how pages look. */
export interface ReadingLabels {
  readonly settings: string;
  readonly theme: { readonly name: string; readonly auto: string; readonly light: string; readonly dark: string };
  readonly textSize: Readonly<Record<'name' | 'small' | 'normal' | 'large' | 'largest', string>>;
  readonly textWidth: { readonly name: string; readonly narrow: string; readonly normal: string; readonly wide: string };
  readonly code: string;
  readonly codeWrap: string;
  readonly codeNumbers: string;
  readonly focus: string;
  readonly leaveFocus: string;
}

export const readingLabels: Readonly<Record<Locale, ReadingLabels>> = {
  en: {
    settings: 'Reading settings',
    theme: { name: 'Colours', auto: 'System', light: 'Light', dark: 'Dark' },
    textSize: { name: 'Text size', small: 'Small', normal: 'Normal', large: 'Large', largest: 'Largest' },
    textWidth: { name: 'Text width', narrow: 'Narrow', normal: 'Normal', wide: 'Wide' },
    code: 'Code',
    codeWrap: 'Wrap long lines',
    codeNumbers: 'Number lines',
    focus: 'Focus: nothing but the text',
    leaveFocus: 'Leave focus',
  },
  'zh-cn': {
    settings: '阅读设置',
    theme: { name: '配色', auto: '跟随系统', light: '浅色', dark: '深色' },
    textSize: { name: '字号', small: '小', normal: '标准', large: '大', largest: '特大' },
    textWidth: { name: '版心宽度', narrow: '窄', normal: '标准', wide: '宽' },
    code: '代码',
    codeWrap: '长行自动换行',
    codeNumbers: '显示行号',
    focus: '专注模式：只看正文',
    leaveFocus: '退出专注',
  },
};
