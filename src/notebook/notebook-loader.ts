import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader } from 'astro/loaders';
import { locales, type Locale } from '../i18n/locale.ts';
import { loadNotebooks, notebooksOf } from './notebook-library.ts';
import type { NotebookCode, NotebookPage } from './notebook-page.ts';

/**
 * An Astro content loader: for each notebook and language an entry `en/mine/try` whose `codes` are the HTML of its blocks of code. Only a
 * loader is given the site's own highlighting; all else of a page is read where it is shown. Leaves out notebooks that cannot be read,
 * which the build refuses by itself.
 */
export function notebookLoader(root: string): Loader {
  return {
    name: 'warpnotes-notebooks',
    load: async (context) => {
      const { store, watcher } = context;
      const highlight = async (page: NotebookPage, locale: Locale): Promise<readonly string[]> => {
        // The words of the copy button follow the path.
        const fileURL = pathToFileURL(join(root, 'notebooks', locale, `${page.slug}.md`));
        return page.codes.length === 0 ? [] : codeBlocks((await context.renderMarkdown(fences(page.codes), { fileURL })).html);
      };
      const load = async (): Promise<void> => {
        const { pages } = await loadNotebooks(root);
        store.clear();
        for (const locale of locales) {
          for (const page of notebooksOf(pages, locale)) {
            const id = `${locale}/${page.slug}`;
            store.set({ id, data: await context.parseData({ id, data: { codes: await highlight(page, locale) } }) });
          }
        }
      };
      await load();
      watcher?.add(join(root, 'notebooks'));
      watcher?.on('all', (_event, path) => { if (path.endsWith('.ipynb')) void load(); });
    },
  };
}

/** A Markdown text of nothing but fences. */
function fences(codes: readonly NotebookCode[]): string {
  return codes.map(({ language, source }) => {
    const fence = '`'.repeat(Math.max(3, ...[...source.matchAll(/`+/gu)].map(([ticks]) => ticks.length + 1)));
    return `${fence}${language}\n${source}\n${fence}`;
  }).join('\n\n');
}

function codeBlocks(html: string): readonly string[] {
  const page: Root = fromHtml(html, { fragment: true });
  const blocks = page.children.filter((node): node is Element => node.type === 'element');
  return blocks.map((block) => toHtml(block));
}
