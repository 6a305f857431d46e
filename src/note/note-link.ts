import type { Definition, Link, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { NoteLink } from './note.ts';
import { placeOf } from './node-place.ts';
import { parseNotePath, parsePagePath, type NotePath, type PagePath } from './note-path.ts';

/** Which notes there are and which are to come. */
export interface KnownNotes {
  readonly isWritten: (path: NotePath) => boolean;
  readonly isPlanned: (id: string) => boolean;
  readonly isPage: (path: PagePath) => boolean;
  /** Whether an address below `/notebooks/`, with its slash at the end, is a page. */
  readonly isNotebook: (address: string) => boolean;
}

/** What a link leads to; `elsewhere` is another site, a file, the home page or a place on the same page. */
export type LinkTarget =
  | { readonly kind: 'elsewhere' }
  /** `rest` is what follows the page's address: a query, an anchor, or nothing. */
  | { readonly kind: 'note'; readonly path: NotePath; readonly rest: string }
  | { readonly kind: 'planned'; readonly path: NotePath }
  /** Another page of the site, such as the glossary. `url` has its slash at the end, and what follows it. */
  | { readonly kind: 'page'; readonly url: string }
  | { readonly kind: 'dead'; readonly message: string; readonly hint: string };

/** Judges a link from the site's root, `/cuda/bank-conflicts/#a-heading`. The build and the check go by it alike. */
export function linkTarget(url: string, { isWritten, isPlanned, isPage, isNotebook }: KnownNotes): LinkTarget {
  const [, notebook = '', anchor = ''] = /^(\/(?:zh-cn\/)?notebooks(?:\/[^#?]*?)?)\/?([#?].*)?$/u.exec(url) ?? [];
  if (notebook !== '') {
    if (isNotebook(`${notebook}/`)) return { kind: 'page', url: `${notebook}/${anchor}` };
    return { kind: 'dead', message: `${url} is no notebook of the site`, hint: 'link to /notebooks/folder/name/ of a file in notebooks/' };
  }
  const [, page = '', rest = ''] = /^\/(?!\/)((?:[^/#?]+\/){0,2}[^/#?]+)\/?([#?].*)?$/u.exec(url) ?? [];
  const path = parseNotePath(`notes/${page}.mdx`);
  const other = parsePagePath(`notes/${page}.mdx`);
  // `/zh-cn/` is a home page.
  if (!path && (!other || other.slug === 'zh-cn')) return { kind: 'elsewhere' };
  if (other && isPage(other)) return { kind: 'page', url: `/${page}/${rest}` };
  if (path && isWritten(path)) return { kind: 'note', path, rest };
  if (path && isPlanned(path.id)) return { kind: 'planned', path };
  return { kind: 'dead', message: `${url} is no page of the site`, hint: 'link to /topic/slug/ of a note in notes/ or in notes/planned.yaml' };
}

/** Calls back for everything in a page that holds the address of a link. */
function visitLinks(tree: Root, take: (node: Link | Definition) => void): void {
  visit(tree, (node) => {
    if (node.type === 'link' || node.type === 'definition') take(node);
  });
}

/** All links of a page in order. */
export function noteLinks(tree: Root): readonly NoteLink[] {
  const links: NoteLink[] = [];
  visitLinks(tree, (node) => links.push({ url: node.url, ...placeOf(node) }));
  return links;
}
