/** The words of cells and kernel bar in one language. */
export { cellLabels } from '../i18n/cell-labels-en.ts';
export { codeLabels } from '../i18n/cell-code-labels-en.ts';
export { kernelLabels } from '../kernel/kernel-labels-en.ts';
