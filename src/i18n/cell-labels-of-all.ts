import type { Locale } from './locale.ts';
import { cellLabels as english } from './cell-labels-en.ts';
import { cellLabels as chinese } from './cell-labels-zh-cn.ts';
import type { CellLabels } from './cell-labels.ts';

/** For the build, and for what shows words of both; a page with cells loads those of its own language (`elements/page-words.ts`). */
export const cellLabels: Readonly<Record<Locale, CellLabels>> = { en: english, 'zh-cn': chinese };
