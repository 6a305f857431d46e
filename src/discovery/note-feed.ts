import type { RSSOptions } from '@astrojs/rss';
import { languageTag, type Locale } from '../i18n/locale.ts';
import { siteName } from '../i18n/site-name.ts';
import { topicLabels } from '../i18n/topic-labels.ts';
import { loadPageDates } from '../note/note-dates.ts';
import { notePath } from '../note/note-path.ts';
import { notesInOrder } from './notes-in-order.ts';
import { addressOf, type SiteAddress } from './site-address.ts';
import { siteDescription } from './site-description.ts';

/** The file of a language's feed, from the site's base path. */
export function feedFile(locale: Locale): string {
  return locale === 'en' ? 'rss.xml' : `${locale}/rss.xml`;
}

/** A language's notes as a feed (RSS 2.0), those published last first. A feed has whole addresses, so only a published site has one. */
export async function noteFeed(root: string, locale: Locale, address: SiteAddress & { readonly site: string }): Promise<RSSOptions> {
  const dates = await loadPageDates(root);
  const items = (await notesInOrder(root, locale)).map(({ id, file, frontmatter: { title, description, topic } }) => {
    const published = dates.get(file)?.published;
    return {
      title, description,
      link: addressOf(address, notePath(id, locale).slice(1)),
      categories: [topicLabels[topic][locale]],
      ...(published !== undefined && { pubDate: new Date(published) }),
    };
  });
  const self = addressOf(address, feedFile(locale));
  return {
    title: siteName[locale],
    description: await siteDescription(root, locale),
    site: addressOf(address, locale === 'en' ? '' : `${locale}/`),
    trailingSlash: true,
    xmlns: { atom: 'http://www.w3.org/2005/Atom' },
    customData: `<language>${languageTag[locale]}</language><atom:link href="${self}" rel="self" type="application/rss+xml"/>`,
    items: items.toSorted((a, b) => (b.pubDate?.getTime() ?? 0) - (a.pubDate?.getTime() ?? 0)),
  };
}
