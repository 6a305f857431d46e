import type { APIRoute } from 'astro';
import glossarySource from '../../../notes/glossary.yaml?raw';
import { locales } from '../../i18n/locale.ts';
import { searchPages } from '../../note/search-pages.ts';
import { loadTerms, withTerms } from '../../note/terms.ts';
import { metricText } from '../../notebook/metric-text.ts';
import { notebookSearchPages } from '../../notebook/notebook-search.ts';
import { parseGlossary } from '../../search/glossary.ts';
import { searchFiles, type SearchFiles } from '../../search/search-data.ts';

interface SearchPath {
  readonly params: { readonly file: string };
  readonly props: { readonly content: SearchFiles[string] };
}

/** One file a language; for a language that is too big for that, one more for each of its topics. */
export async function getStaticPaths(): Promise<readonly SearchPath[]> {
  const glossary = withTerms(parseGlossary(glossarySource), await loadTerms(process.cwd()));
  const files = await Promise.all(locales.map(async (locale) => {
    const pages = [...await searchPages(locale, metricText(process.cwd())), ...await notebookSearchPages(process.cwd(), locale)];
    return Object.entries(searchFiles(locale, pages, glossary));
  }));
  return files.flat().map(([file, content]) => ({ params: { file: file.replace(/\.json$/u, '') }, props: { content } }));
}

/** All that a browser needs to search the notes of one language, or of one of its topics. */
export const GET: APIRoute<SearchPath['props']> = ({ props }) => Response.json(props.content);
