import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { feedFile, noteFeed } from '../discovery/note-feed.ts';
import { siteAddress } from '../discovery/site-address.ts';
import { locales, type Locale } from '../i18n/locale.ts';

interface Path {
  readonly params: { readonly feed: string };
  readonly props: { readonly locale: Locale; readonly site: string };
}

/** A feed has whole addresses: a site without one has no feed. */
export function getStaticPaths(): readonly Path[] {
  const { site } = siteAddress(import.meta.env);
  if (site === null) return [];
  return locales.map((locale) => ({ params: { feed: feedFile(locale).replace(/\.xml$/u, '') }, props: { locale, site } }));
}

/** The notes of a language as a feed. */
export const GET: APIRoute<Path['props']> = async ({ props: { locale, site } }) =>
  rss(await noteFeed(process.cwd(), locale, { ...siteAddress(import.meta.env), site }));
