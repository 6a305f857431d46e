import { defineEcConfig } from '@astrojs/starlight/expressive-code';
import cpp from 'shiki/langs/cpp.mjs';
import { cudaGrammar } from './src/markdown/grammars/cuda.ts';
import { nvsassGrammar } from './src/markdown/grammars/nvsass.ts';
import { ptxGrammar } from './src/markdown/grammars/ptx.ts';

/** Shiki gives up on a line after 500 ms, silently, which on a busy machine leaves the first blocks plain. */
const noTimeLimit = {
  name: 'no-time-limit',
  preprocess(code, options) {
    options.tokenizeTimeLimit = 0;
    return code;
  },
};

export default defineEcConfig({
  themes: ['github-dark-dimmed', 'github-light'],
  // The first comment of a cell is code, not a title.
  frames: { extractFileNameFromCode: false, showCopyToClipboardButton: true },
  shiki: {
    // As functions: Expressive Code hashes the whole value for every block otherwise.
    langs: [() => cpp, () => cudaGrammar, () => ptxGrammar, () => nvsassGrammar],
    transformers: [noTimeLimit],
  },
  getBlockLocale: ({ file }) => (file.path.includes('/zh-cn/') ? 'zh-CN' : 'en'),
  styleOverrides: {
    borderRadius: '0.5rem',
    codeFontFamily: 'var(--sl-font-mono)',
    codeFontSize: '0.8125rem',
    codeLineHeight: '1.6',
    frames: { shadowColor: 'transparent' },
  },
});
