import type { Locale } from '../i18n/locale.ts';
import { kernelLabels as english } from './kernel-labels-en.ts';
import { kernelLabels as chinese } from './kernel-labels-zh-cn.ts';
import type { KernelLabels } from './kernel-labels.ts';

/** For the build, and for what shows words of both; a page with cells loads those of its own language (`elements/page-words.ts`). */
export const kernelLabels: Readonly<Record<Locale, KernelLabels>> = { en: english, 'zh-cn': chinese };
