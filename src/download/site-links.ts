import type { Link, PhrasingContent, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { Locale } from '../i18n/locale.ts';
import { inlineReferences } from '../note/inline-references.ts';
import { notePath, parseNotePath, type NotePath } from '../note/note-path.ts';

/** What links of a note need to know to lead out of it. */
export interface LinkContext {
  readonly id: string;
  readonly locale: Locale;
  /** The published site with its base path and a slash at the end; null where it has no address. */
  readonly siteUrl: string | null;
  readonly isWritten: (path: NotePath) => boolean;
  readonly isPlanned: (id: string) => boolean;
}

/** The page of a note on the published site; null where the site has no address. */
export function pageUrlOf({ id, locale, siteUrl }: Pick<LinkContext, 'id' | 'locale' | 'siteUrl'>): string | null {
  return siteUrl === null ? null : new URL(notePath(id, locale).slice(1), siteUrl).href;
}

/**
 * Gives links whole addresses, since a file that is read elsewhere has no page around it. What has none becomes its text, and a
 * note to come says so. Links by reference become plain ones: their definition may end up in another cell.
 */
export function makeLinksWhole(tree: Root, context: LinkContext): void {
  inlineReferences(tree);
  visit(tree, 'link', (node, index, parent) => {
    parent?.children.splice(index ?? 0, 1, ...wholeLink(node, context));
  });
  visit(tree, 'image', (node) => {
    node.url = wholeUrl(node.url, context) ?? node.url;
  });
}

function wholeLink(node: Link, context: LinkContext): readonly PhrasingContent[] {
  const url = wholeUrl(node.url, context);
  if (url !== null) {
    node.url = url;
    return [node];
  }
  const path = notePathOf(node.url);
  if (!path || context.isWritten(path) || !context.isPlanned(path.id)) return node.children;
  return [...node.children, { type: 'text', value: context.locale === 'en' ? ' (to come)' : '（待写）' }];
}

/** Null for an address that leads nowhere outside the site. */
function wholeUrl(url: string, context: LinkContext): string | null {
  if (/^[a-z][a-z0-9+.-]*:/iu.test(url)) return url;
  const { siteUrl } = context;
  const page = pageUrlOf(context);
  const path = notePathOf(url);
  if (siteUrl === null || page === null || (path && !context.isWritten(path))) return null;
  return url.startsWith('/') ? new URL(url.slice(1), siteUrl).href : new URL(url, page).href;
}

function notePathOf(url: string): NotePath | null {
  const [, page = ''] = /^\/(?!\/)([^#?]*?)\/?(?:[#?].*)?$/u.exec(url) ?? [];
  return parseNotePath(`notes/${page}.mdx`);
}
