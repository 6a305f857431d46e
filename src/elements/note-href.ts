import { localeOf } from '../i18n/locale.ts';

/** The address of a note in the language of the page; null for the note that the page is. */
export function liveNoteHref(note: string): string | null {
  const locale = localeOf(document.documentElement.lang);
  const path = `${import.meta.env.BASE_URL.replace(/\/$/u, '')}${locale === 'en' ? '' : `/${locale}`}/${note}/`;
  return path === location.pathname ? null : path;
}
