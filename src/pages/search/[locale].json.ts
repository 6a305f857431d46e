import type { APIRoute } from 'astro';
import glossarySource from '../../../notes/glossary.yaml?raw';
import { searchPages } from '../../note/search-pages.ts';
import { loadTerms, withTerms } from '../../note/terms.ts';
import { metricText } from '../../notebook/metric-text.ts';
import { parseGlossary } from '../../search/glossary.ts';
import { searchData } from '../../search/search-data.ts';

type SearchLocale = 'en' | 'zh-cn';

export function getStaticPaths(): readonly { readonly params: { readonly locale: SearchLocale } }[] {
  return [{ params: { locale: 'en' } }, { params: { locale: 'zh-cn' } }];
}

/** All that a browser needs to search the notes of one language. */
export const GET: APIRoute = async ({ params }) => {
  const pages = await searchPages(params['locale'] === 'zh-cn' ? 'zh-cn' : 'en', metricText(process.cwd()));
  return Response.json(searchData(pages, withTerms(parseGlossary(glossarySource), await loadTerms(process.cwd()))));
};
