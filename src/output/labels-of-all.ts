import type { Locale } from '../i18n/locale.ts';
import type { CudaLabels } from './cuda-labels.ts';
import { cudaLabels as english } from './cuda-labels-en.ts';
import { cudaLabels as chinese } from './cuda-labels-zh-cn.ts';

/** For the build; a page loads those of its own language. */
export const outputLabels: Readonly<Record<Locale, CudaLabels>> = { en: english, 'zh-cn': chinese };
