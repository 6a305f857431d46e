import type { Definition, Link, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { NoteLink } from './note.ts';
import { placeOf } from './node-place.ts';
import { parseNotePath, type NotePath } from './note-path.ts';

/** Which notes there are and which are to come. */
export interface KnownNotes {
  readonly isWritten: (path: NotePath) => boolean;
  readonly isPlanned: (id: string) => boolean;
}

/** What a link leads to; `elsewhere` is another site, a file, the home page or a place on the same page. */
export type LinkTarget =
  | { readonly kind: 'elsewhere' }
  /** `rest` is what follows the page's address: a query, an anchor, or nothing. */
  | { readonly kind: 'note'; readonly path: NotePath; readonly rest: string }
  | { readonly kind: 'planned'; readonly path: NotePath }
  | { readonly kind: 'dead'; readonly message: string; readonly hint: string };

/** Judges a link from the site's root, `/cuda/bank-conflicts/#a-heading`. The build and the check go by it alike. */
export function linkTarget(url: string, { isWritten, isPlanned }: KnownNotes): LinkTarget {
  const [, page = '', rest = ''] = /^\/(?!\/)((?:zh-cn\/)?[^/#?]+\/[^/#?]+)\/?([#?].*)?$/u.exec(url) ?? [];
  const path = parseNotePath(`notes/${page}.mdx`);
  if (!path) return { kind: 'elsewhere' };
  if (isWritten(path)) return { kind: 'note', path, rest };
  if (isPlanned(path.id)) return { kind: 'planned', path };
  return { kind: 'dead', message: `${url} is no page of the site`, hint: 'link to /topic/slug/ of a note in notes/ or in notes/planned.yaml' };
}

/** Calls back for everything in a page that holds the address of a link. */
export function visitLinks(tree: Root, take: (node: Link | Definition) => void): void {
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
