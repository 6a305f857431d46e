/** The words of cells and kernel bar in one language. */
export { cellLabels } from '../i18n/cell-labels-zh-cn.ts';
export { codeLabels } from '../i18n/cell-code-labels-zh-cn.ts';
export { kernelLabels } from '../kernel/kernel-labels-zh-cn.ts';
