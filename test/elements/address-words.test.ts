import { expect, it } from 'vitest';
import { addressWords } from '../../src/elements/address-words.ts';

it.each([
  ['/cuda/bank-conflict/', '', 'en', 'bank conflict'],
  ['/base/zh-cn/cuda/shared-memory.html', '/base', 'zh-cn', 'shared memory'],
  ['/zh/%E5%85%B1%E4%BA%AB%E5%86%85%E5%AD%98', '', 'zh-cn', '共享内存'],
  ['/os/__syncthreads', '', 'en', '__syncthreads'],
  ['/nvcc/index.html', '', 'en', 'nvcc'],
  ['/404.html', '', 'en', ''],
  ['/zh-cn/', '', 'zh-cn', ''],
  ['/100%', '', 'en', '100%'],
] as const)('looks at %s (base "%s") for %s "%s"', (path, base, locale, words) => {
  expect(addressWords(path, base)).toEqual({ locale, words });
});
