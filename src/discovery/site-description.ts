import type { Locale } from '../i18n/locale.ts';
import { siteName } from '../i18n/site-name.ts';
import { loadPages } from '../note/note-library.ts';

/** What the site is, in a sentence: the description of its home page, its name where that has none. */
export async function siteDescription(root: string, locale: Locale): Promise<string> {
  const home = (await loadPages(root)).find((page) => page.slug === 'index' && page.locale === locale);
  return home?.description ?? siteName[locale];
}
