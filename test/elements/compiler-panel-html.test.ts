import { expect, test } from 'vitest';
import { panelHtml } from '../../src/elements/compiler-panel-html.ts';
import { compilerLabels } from '../../src/i18n/compiler-labels.ts';

test.each([
  ['en', 'nvcc', 'Arguments of nvcc'], ['en', 'NVRTC', 'Arguments of NVRTC'],
  ['zh-cn', 'nvcc', 'nvcc 参数'], ['zh-cn', 'NVRTC', 'NVRTC 参数'],
] as const)('the panel (%s) names the compiler that its arguments go to: %s', (locale, compiler, words) => {
  expect(panelHtml(compilerLabels[locale], compiler)).toContain(`<label>${words} <input name="flags"`);
});
