import type { Locale } from '../i18n/locale.ts';
import { otherPageFiles } from '../note/note-library.ts';
import { notePath, parsePagePath, type NotePath, type PagePath } from '../note/note-path.ts';
import { PREVIEWS } from '../offline/downloads-folder.ts';

/** As Open Graph and its readers want it (https://ogp.me), in pixels. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** The slug of the home page, whose picture stands for pages that have none. */
export const HOME = 'index';

/** The picture of a note or of another page by its slug, from the site's base path. */
export function previewFile(slug: string, locale: Locale): string {
  return `${PREVIEWS}${notePath(slug, locale).slice(1, -1)}.png`;
}

const known = new Map<string, Promise<readonly string[]>>();

/** The picture of any page of the site; that of the home page for one that is not in notes/, such as the search page. */
export async function previewOf(root: string, page: NotePath | PagePath | null, locale: Locale): Promise<string> {
  if (page !== null && 'id' in page) return previewFile(page.id, page.locale);
  const files = known.get(root) ?? otherPageFiles(root);
  known.set(root, files);
  const isThere = page !== null && (await files).some((file) => {
    const found = parsePagePath(file);
    return found?.slug === page.slug && found.locale === page.locale;
  });
  return isThere ? previewFile(page.slug, page.locale) : previewFile(HOME, locale);
}
