import mdx from '@astrojs/mdx';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { fileURLToPath } from 'node:url';
import { formulaStyles } from './src/bundle/formula-styles.ts';
import { pageScripts } from './src/bundle/page-scripts.ts';
import { scriptChunks } from './src/bundle/script-chunks.ts';
import { slimKernelClient } from './src/bundle/slim-kernel-client.ts';
import { slimPythonFiles } from './src/bundle/slim-python.ts';
import { starlightBase } from './src/bundle/starlight-base.ts';
import { starlightContents } from './src/bundle/starlight-contents.ts';
import { woff2Only } from './src/bundle/woff2-only.ts';
import { frameWords } from './src/components/frame-words.ts';
import { noteComponents } from './src/components/note-components.ts';
import { readBasePath, readSiteUrl } from './src/discovery/site-address.ts';
import { siteName } from './src/i18n/site-name.ts';
import { sidebarGroups } from './src/markdown/sidebar.ts';
import { siteProcessor } from './src/markdown/site-processor.ts';
import { readableNotes } from './src/note/note-library.ts';
import { loadPlannedNotes } from './src/note/planned-notes.ts';
import { loadTerms } from './src/note/terms.ts';
import { authoring } from './src/notebook/authoring-integration.ts';
import { loadNotebooks } from './src/notebook/notebook-library.ts';
import { offline } from './src/offline/offline-integration.ts';
import { security } from './src/security/security-integration.ts';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/u, '');
// Without an address nothing in the pages may name a host.
const site = readSiteUrl(process.env.SITE_URL);
const base = readBasePath(process.env.BASE_PATH);

export default defineConfig({
  site,
  base,
  trailingSlash: 'always',
  // Not the port of `npm start`, whose service worker would answer with its own pages.
  server: { host: '127.0.0.1', port: 4322 },
  // Browsers do it by rules (`components/Prefetch.astro`), without a script.
  prefetch: false,
  vite: {
    plugins: [scriptChunks(), slimKernelClient(), slimPythonFiles(), starlightBase(), starlightContents(), woff2Only()],
    // Small fonts would stand in the style sheet of every page, and the pages' policy takes no style sheet from a data URL.
    build: { assetsInlineLimit: (file) => (/\.woff2$|\/src\/elements\/[^/]+\.css/u.test(file) ? false : undefined) },
  },
  markdown: {
    processor: siteProcessor({
      root, base, planned: await loadPlannedNotes(root), modules: noteComponents, terms: await loadTerms(root),
    }),
  },
  integrations: [
    authoring({ root }),
    starlight({
      title: { en: siteName.en, 'zh-CN': siteName['zh-cn'] },
      logo: { src: './src/assets/mark.svg' },
      favicon: '/favicon.svg',
      defaultLocale: 'root',
      locales: { root: { label: 'English', lang: 'en' }, 'zh-cn': { label: '简体中文', lang: 'zh-CN' } },
      sidebar: sidebarGroups(await readableNotes(root), (await loadNotebooks(root)).pages),
      markdown: { processedDirs: ['./notes'] },
      pagefind: false,
      plugins: [frameWords()],
      disable404Route: true,
      // Where a reader can propose a change, such as https://github.com/OWNER/REPOSITORY/edit/main/; without it no page has a link.
      ...(process.env.EDIT_URL ? { editLink: { baseUrl: process.env.EDIT_URL } } : {}),
      routeMiddleware: './src/components/page-route.ts',
      customCss: [
        'katex/dist/katex.min.css',
        './src/styles/theme.css',
        './src/styles/frame.css',
        './src/styles/cell.css',
        './src/styles/machine.css',
        './src/styles/comparison.css',
        './src/styles/download.css',
        './src/styles/editor.css',
        './src/styles/kernel.css',
        './src/styles/output.css',
        './src/styles/reference.css',
        './src/styles/update.css',
      ],
      components: {
        Head: './src/components/Head.astro',
        LanguageSelect: './src/components/LanguageSelect.astro',
        MarkdownContent: './src/components/MarkdownContent.astro',
        MobileMenuFooter: './src/components/MobileMenuFooter.astro',
        PageTitle: './src/components/PageTitle.astro',
        Search: './src/components/Search.astro',
        ThemeProvider: './src/components/ThemeProvider.astro',
        ThemeSelect: './src/components/ThemeSelect.astro',
      },
    }),
    mdx(),
    formulaStyles(),
    pageScripts(),
    security(),
    offline(),
  ],
});
