import type { Locale } from '../i18n/locale.ts';
import type { OutputLabels } from './labels.ts';
import { outputLabels as english } from './labels-en.ts';
import { outputLabels as chinese } from './labels-zh-cn.ts';

/** For the build; a page loads those of its own language. */
export const outputLabels: Readonly<Record<Locale, OutputLabels>> = { en: english, 'zh-cn': chinese };
