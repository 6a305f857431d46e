import { slug as slugOf } from 'github-slugger';
import { posix } from 'node:path';
import type { Locale } from '../i18n/locale.ts';

/** Which page a notebook of anyone's is. `notebooks/zh-cn/mine/try.ipynb` is `mine/try` in Chinese. */
export interface NotebookPath {
  /** From the project's root. */
  readonly file: string;
  /** Below `/notebooks/` on the site, of lower-case words with hyphens. */
  readonly slug: string;
  /** The language that the file is for; the other one shows it where it has none of its own. */
  readonly locale: Locale;
}

const FOLDER = 'notebooks/';
const CHINESE = 'zh-cn/';

/** Reads the path of a file from the project's root, with either slash; null for what is hidden or begins with an underscore. */
export function parseNotebookPagePath(path: string): NotebookPath | null {
  const file = path.replaceAll('\\', '/');
  const inside = file.startsWith(FOLDER) ? file.slice(FOLDER.length) : '';
  const isChinese = inside.startsWith(CHINESE);
  const parts = (isChinese ? inside.slice(CHINESE.length) : inside).replace(/\.ipynb$/u, '').split('/');
  if (inside === '' || parts.some((part) => /^[._]/u.test(part))) return null;
  // A name of nothing but signs leaves no word.
  return { file, slug: parts.map((part) => slugOf(part.trim()) || 'notebook').join('/'), locale: isChinese ? 'zh-cn' : 'en' };
}

/** The address of a notebook's page, or without a slug that of their list, without the base path. */
export function notebookAddress(slug: string | undefined, locale: Locale): string {
  return `/${locale === 'en' ? '' : `${locale}/`}${FOLDER}${slug === undefined ? '' : `${slug}/`}`;
}

/** Every page below `/notebooks/`, once: of their list, without a slug, and of each notebook; nothing where there is none. */
export function notebookSlugs(pages: readonly Pick<NotebookPath, 'slug'>[]): readonly (string | undefined)[] {
  return pages.length === 0 ? [] : [undefined, ...new Set(pages.map(({ slug }) => slug))];
}

/** From the page of one notebook to that of another: the same in every language, and below every base path. */
export function relativeAddress(from: string, to: string): string {
  return `${posix.relative(from, to) || '.'}/`;
}

/** The file that a notebook names, from the project's root; null outside of notebooks/. */
export function fileBeside(file: string, address: string): string | null {
  const path = posix.normalize(posix.join(posix.dirname(file), address));
  return path.startsWith(FOLDER) ? path : null;
}

/** An address without percent signs for letters; as it stands where it is badly encoded. */
export function decodedAddress(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return text;
  }
}
