import type { Locale } from './locale.ts';
import { codeLabels as english } from './cell-code-labels-en.ts';
import { codeLabels as chinese } from './cell-code-labels-zh-cn.ts';
import type { CodeLabels } from './cell-code-labels.ts';

/** For the build, and for what shows words of both; a page with cells loads those of its own language (`elements/page-words.ts`). */
export const codeLabels: Readonly<Record<Locale, CodeLabels>> = { en: english, 'zh-cn': chinese };
