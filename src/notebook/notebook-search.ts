import { basename } from 'node:path';
import type { Locale } from '../i18n/locale.ts';
import type { SearchPage, SearchPageSection } from '../search/search-document.ts';
import { loadNotebooks, notebooksOf } from './notebook-library.ts';
import type { NotebookPage } from './notebook-page.ts';
import { notebookAddress } from './notebook-path.ts';

/** The topic of these pages in search results. */
const NOTEBOOKS_TOPIC = 'notebooks';

/** The notebooks that a language shows, as search takes them. */
export async function notebookSearchPages(root: string, locale: Locale): Promise<readonly SearchPage[]> {
  const { pages } = await loadNotebooks(root);
  return notebooksOf(pages, locale).map((page) => ({
    pageId: `${NOTEBOOKS_TOPIC}/${page.slug}`, path: notebookAddress(page.slug, locale), topic: NOTEBOOKS_TOPIC, title: page.title,
    // By the file's name too, which is what the author knows it by.
    description: basename(page.file), sections: searchSections(page),
  }));
}

function searchSections({ texts }: NotebookPage): readonly SearchPageSection[] {
  const sections: { heading: string; anchor: string; text: string[]; code: string[] }[] = [{ heading: '', anchor: '', text: [], code: [] }];
  for (const each of texts) {
    if (each.kind === 'heading') sections.push({ heading: each.heading.text, anchor: each.heading.slug, text: [], code: [] });
    else if (each.kind === 'text') sections.at(-1)?.text.push(each.text);
    else sections.at(-1)?.code.push(each.code);
  }
  return sections.map(({ heading, anchor, text, code }) => ({ heading, anchor, text: text.join('\n'), code: code.join('\n'), needs: [] }));
}
