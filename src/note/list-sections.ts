import type { Locale } from '../i18n/locale.ts';
import type { SearchPageSection } from '../search/search-document.ts';
import { erratumAnchors, loadErrata } from './errata.ts';
import { loadReadingPaths, pathAnchor } from './reading-paths.ts';
import { loadSourceRows } from './source-rows.ts';
import { loadTerms, termAnchor } from './terms.ts';

/** What the lists of a page that is no note say, as search takes it: the pages that have such lists, by their slug. */
const LISTS: Readonly<Record<string, (root: string, locale: Locale) => Promise<readonly SearchPageSection[]>>> = {
  errata: async (root, locale) => {
    const anchors = erratumAnchors(await loadErrata(root));
    return [...anchors].map(([{ row, claim, fact }, anchor]) => section(`${row}: ${claim[locale]}`, anchor, fact[locale]));
  },
  glossary: async (root, locale) => {
    const other = locale === 'en' ? 'zh-cn' : 'en';
    return (await loadTerms(root)).map((term) => {
      const [name = '', ...forms] = term[locale];
      return section(name, termAnchor(term), `${[...forms, ...term[other]].join(', ')}\n${term.means[locale]}`);
    });
  },
  coverage: async (root, locale) => (await loadSourceRows(root)).map(({ row, about }) => section(row, row, about[locale])),
  paths: async (root, locale) => (await loadReadingPaths(root)).map(({ title, goal, steps }) =>
    section(title[locale], pathAnchor(title[locale]), [goal, ...steps.map(({ why }) => why)].map((text) => text[locale]).join('\n'))),
};

/** The sections that the lists of a page make; none for a page without lists. */
export async function listSections(root: string, slug: string, locale: Locale): Promise<readonly SearchPageSection[]> {
  return (await LISTS[slug]?.(root, locale)) ?? [];
}

function section(heading: string, anchor: string, text: string): SearchPageSection {
  return { heading, anchor, text, code: '', needs: [] };
}
