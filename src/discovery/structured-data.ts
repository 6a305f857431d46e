import { languageTag, type Locale } from '../i18n/locale.ts';
import { siteName } from '../i18n/site-name.ts';
import { topicLabels } from '../i18n/topic-labels.ts';
import { loadPageDates } from '../note/note-dates.ts';
import type { Note } from '../note/note.ts';
import { notePath } from '../note/note-path.ts';
import { addressOf, type SiteAddress } from './site-address.ts';

const LICENCE = 'https://creativecommons.org/licenses/by/4.0/';

/** A note as schema.org has it (JSON-LD 1.1): a TechArticle, and where it stands on the site. */
export async function noteData(root: string, note: Note, address: SiteAddress, picture: string): Promise<object> {
  const { id, locale, file, frontmatter: { title, description, topic } } = note;
  const whole = (path: string): string => addressOf(address, path);
  const url = whole(notePath(id, locale).slice(1));
  const dates = (await loadPageDates(root)).get(file);
  const home = homeOf(locale, address);
  const steps = [[siteName[locale], home], [topicLabels[topic][locale], whole(notePath(topic, locale).slice(1))], [title, url]] as const;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'TechArticle', '@id': url, url, headline: title, description, inLanguage: languageTag[locale],
        articleSection: topicLabels[topic][locale], image: picture, license: LICENCE, isAccessibleForFree: true,
        ...(dates && { datePublished: dates.published, dateModified: dates.changed }),
        isPartOf: { '@type': 'WebSite', name: siteName[locale], url: home },
        author: { '@type': 'Organization', name: siteName[locale], url: home },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: steps.map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item })),
      },
    ],
  };
}

/** The home page as schema.org has it. */
export function siteData(locale: Locale, description: string, address: SiteAddress): object {
  return { '@context': 'https://schema.org', '@type': 'WebSite', name: siteName[locale], description, inLanguage: languageTag[locale], url: homeOf(locale, address) };
}

function homeOf(locale: Locale, address: SiteAddress): string {
  return addressOf(address, locale === 'en' ? '' : `${locale}/`);
}

/** Data as the text of a `<script type="application/ld+json">`: no text in it ends the element. */
export function scriptText(data: object): string {
  return JSON.stringify(data).replace(/</gu, '\\u003c');
}
