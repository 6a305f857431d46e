import { loadWords } from './load-words.ts';

/** The words of cells and kernel bar in the language of the page, without which these do not begin. */
export const { cellLabels, codeLabels, kernelLabels } = await loadWords({
  en: () => import('./page-words-en.ts'), 'zh-cn': () => import('./page-words-zh-cn.ts'),
});
