import { loadPageWords } from './load-words.ts';

/** The words of cells and kernel bar in the language of the page, which come with them. */
export const { cellLabels, codeLabels, kernelLabels } = await loadPageWords();
