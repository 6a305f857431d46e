import type { Locale } from '../i18n/locale.ts';

/** Which note a file is: `notes/zh-cn/cuda/bank-conflicts.mdx` is `cuda/bank-conflicts` in `zh-cn`. */
export interface NotePath {
  readonly id: string;
  readonly locale: Locale;
}

/** Reads a path (from the project's root or absolute, either slash); null where it is no note of a topic. */
export function parseNotePath(path: string): NotePath | null {
  const match = /(?:^|\/)notes\/(zh-cn\/)?([a-z0-9-]+\/[a-z0-9-]+)\.mdx$/u.exec(path.replaceAll('\\', '/'));
  // Pages of notebooks lie below /notebooks/, where no note is.
  if (!match?.[2] || /^(?:zh-cn|notebooks)\//u.test(match[2])) return null;
  return { id: match[2], locale: match[1] === undefined ? 'en' : 'zh-cn' };
}

/** The file of a note, from the project's root. */
export function noteFile(id: string, locale: Locale): string {
  return locale === 'en' ? `notes/${id}.mdx` : `notes/${locale}/${id}.mdx`;
}

/** The address of a note on the site, without the base path. */
export function notePath(id: string, locale: Locale): string {
  return locale === 'en' ? `/${id}/` : `/${locale}/${id}/`;
}

/** Which page of the site a file is that is no note: `notes/zh-cn/glossary.mdx` is `glossary` in `zh-cn`; the home page is `index`. */
export interface PagePath {
  readonly slug: string;
  readonly locale: Locale;
}

/** Reads a path (from the project's root or absolute, either slash); null where it is no page right below a language. */
export function parsePagePath(path: string): PagePath | null {
  const match = /(?:^|\/)notes\/(zh-cn\/)?([a-z0-9-]+)\.mdx$/u.exec(path.replaceAll('\\', '/'));
  return match?.[2] === undefined ? null : { slug: match[2], locale: match[1] === undefined ? 'en' : 'zh-cn' };
}
