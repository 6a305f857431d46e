import type { Plugin } from 'vite';

/** Leaves KaTeX's fonts in the format that all browsers with modules read: the older two are half of its style sheet, in each page. */
export function woff2Only(): Plugin {
  return {
    name: 'warpnotes-woff2-only',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/katex\/dist\/katex(?:\.min)?\.css$/u.test(id.replace(/\?.*$/u, ''))) return null;
      const lean = code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\("(?:woff|truetype)"\)/gu, '');
      if (lean === code) throw new Error(`${id} has changed: see whether ${import.meta.filename} is still needed`);
      return { code: lean, map: null };
    },
  };
}
