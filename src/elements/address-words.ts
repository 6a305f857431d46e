import type { Locale } from '../i18n/locale.ts';

/** What a reader may have looked for at an address that the site does not have. */
export interface AddressWords {
  readonly locale: Locale;
  /** The words of the last part of the path that has any, for a search; empty where there are none. */
  readonly words: string;
}

/** @param base the site's base path, without a slash at its end */
export function addressWords(pathname: string, base: string): AddressWords {
  const path = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
  const parts = decoded(path).split('/').filter((part) => part !== '');
  const locale = parts[0]?.toLowerCase().startsWith('zh') ? 'zh-cn' : 'en';
  const last = parts.findLast((part) => !/^(?:zh(?:-\w+)?|en|index(?:\.html?)?|404(?:\.html)?)$/iu.test(part)) ?? '';
  return { locale, words: last.replace(/\.(?:html?|mdx?|ipynb)$/iu, '').replace(/[-+\s]+/gu, ' ').trim().slice(0, 80) };
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch (error) {
    if (error instanceof URIError) return path; // a stray %
    throw error;
  }
}
