import { createRenderer, defineEcConfig } from '@astrojs/starlight/expressive-code';
import { select, setProperty } from '@astrojs/starlight/expressive-code/hast';
import { lightCode } from './src/markdown/code-colours.ts';
import { codeSize } from './src/markdown/code-size.ts';
import { siteGrammars } from './src/markdown/grammars/site-grammars.ts';
import { lineLimit } from './src/markdown/line-limit.ts';
import { sharedHighlighting } from './src/markdown/shared-highlighting.ts';

/** Code that scrolls is reached by keyboard, under a name of its own: its title, else its first line. */
const namedCode = {
  name: 'Named code',
  hooks: {
    postprocessRenderedBlock: ({ codeBlock, renderData }) => {
      const pre = select('pre', renderData.blockAst);
      if (!pre) return;
      setProperty(pre, 'tabIndex', 0);
      const { lines, columns } = codeSize(codeBlock.getLines().map(({ text }) => text));
      setProperty(pre, 'style', `--lines:${lines};--columns:${columns}`);
      setProperty(pre, 'role', 'group');
      setProperty(pre, 'ariaLabel', codeBlock.props.title || codeBlock.getLine(0)?.text.trim() || codeBlock.language);
    },
  },
};

/** A runnable cell has a head of its own, with the title and a button that copies what the cell shows (`Cell.astro`). */
const bareCells = {
  name: 'Bare cells',
  hooks: {
    postprocessRenderedBlock: ({ codeBlock, renderData }) => {
      if (!codeBlock.metaOptions.getBoolean('run')) return;
      const figure = select('figure', renderData.blockAst);
      if (figure) figure.children = figure.children.filter(({ tagName }) => tagName === 'pre');
    },
  },
};

export default defineEcConfig({
  // Without scripts: the page's own copy code and look whether it scrolls (`elements/copied-code.ts`, `elements/scrolling-boxes.ts`).
  customCreateRenderer: async (options) => ({ ...await createRenderer(options), jsModules: [] }),
  // Pages always say their theme.
  useDarkModeMediaQuery: false,
  plugins: [
    // As a function: Expressive Code hashes the whole value for every block otherwise.
    sharedHighlighting({ langs: [() => siteGrammars], transformers: [lineLimit] }),
    namedCode,
    bareCells,
    lightCode(),
  ],
  // Tabs stay tabs: what the page shows is what it sends.
  tabWidth: 0,
  themes: ['vitesse-dark', 'vitesse-light'],
  // The first comment of a cell is code, not a title.
  frames: { extractFileNameFromCode: false, showCopyToClipboardButton: true },
  // By the plugin below.
  shiki: false,
  getBlockLocale: ({ file }) => (file.path.includes('/zh-cn/') ? 'zh-CN' : 'en'),
  styleOverrides: {
    borderColor: 'var(--wn-line)',
    borderRadius: '0.5rem',
    codeBackground: 'var(--wn-surface)',
    codeFontFamily: 'var(--sl-font-mono)',
    codeFontSize: 'var(--sl-text-code)',
    codeLineHeight: '1.6',
    codePaddingInline: '0.875rem',
    codePaddingBlock: '0.75rem',
    uiFontSize: '0.8125rem',
    uiPaddingBlock: '0.25rem',
    uiPaddingInline: '0.875rem',
    frames: {
      editorActiveTabBackground: 'transparent',
      editorActiveTabBorderColor: 'transparent',
      editorActiveTabForeground: 'var(--sl-color-gray-3)',
      editorActiveTabIndicatorTopColor: 'transparent',
      editorActiveTabIndicatorBottomColor: 'transparent',
      editorBackground: 'var(--wn-surface)',
      editorTabBarBackground: 'var(--wn-surface)',
      editorTabBarBorderColor: 'transparent',
      editorTabBarBorderBottomColor: 'var(--wn-line)',
      frameBoxShadowCssValue: 'none',
      inlineButtonForeground: 'var(--sl-color-gray-2)',
      terminalBackground: 'var(--wn-surface)',
      terminalTitlebarBackground: 'var(--wn-surface)',
      terminalTitlebarBorderBottomColor: 'var(--wn-line)',
      terminalTitlebarForeground: 'var(--sl-color-gray-3)',
    },
  },
});
