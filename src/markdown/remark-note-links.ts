import type { Definition, Link, PhrasingContent, Root } from 'mdast';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { visit } from 'unist-util-visit';
import type { VFile } from 'vfile';
import { placeOf } from '../note/node-place.ts';
import { NoteError } from '../note/note-error.ts';
import { linkTarget } from '../note/note-link.ts';
import { noteFile, notePath } from '../note/note-path.ts';
import type { PlannedNote } from '../note/planned-notes.ts';

interface Options {
  readonly root: string;
  readonly base: string;
  readonly planned: readonly PlannedNote[];
}

/** What the build does to a link: null for nothing. */
type Target = { readonly kind: 'page'; readonly url: string } | { readonly kind: 'planned'; readonly toCome: string } | null;

/**
 * Looks after links from the site's root (`/cuda/bank-conflicts/`): a link to a note or another page gets the base path and
 * a slash at its end, a link to a note that is planned and not written becomes its text with "to come", a link to no note stops the
 * build with its place. Links by reference (`[text][label]`) are treated alike.
 */
export function remarkNoteLinks(options: Options) {
  return (tree: Root, file: VFile): void => {
    const planned = new Map<string, string>();
    visit(tree, 'definition', (node) => {
      const target = targetOf(node, file, options);
      if (target?.kind === 'page') node.url = target.url;
      else if (target) planned.set(node.identifier, target.toCome);
    });
    visit(tree, 'linkReference', (node, index, parent) => {
      const toCome = planned.get(node.identifier);
      if (toCome !== undefined) parent?.children.splice(index ?? 0, 1, ...withoutLink(node.children, toCome));
    });
    visit(tree, 'link', (node, index, parent) => {
      const target = targetOf(node, file, options);
      if (target?.kind === 'page') node.url = target.url;
      else if (target) parent?.children.splice(index ?? 0, 1, ...withoutLink(node.children, target.toCome));
    });
  };
}

function withoutLink(children: readonly PhrasingContent[], toCome: string): PhrasingContent[] {
  return [...children, { type: 'text', value: toCome }];
}

function targetOf(node: Link | Definition, file: VFile, { root, base, planned }: Options): Target {
  const target = linkTarget(node.url, {
    isWritten: ({ id, locale }) => existsSync(join(root, noteFile(id, locale))),
    isPlanned: (id) => planned.some((note) => note.id === id),
    isPage: ({ slug, locale }) => existsSync(join(root, noteFile(slug, locale))),
    // The check before the build knows which there are.
    isNotebook: () => true,
  });
  switch (target.kind) {
    case 'elsewhere': return null;
    case 'note': return { kind: 'page', url: `${base.replace(/\/$/u, '')}${notePath(target.path.id, target.path.locale)}${target.rest}` };
    case 'page': return { kind: 'page', url: `${base.replace(/\/$/u, '')}${target.url}` };
    case 'planned': return { kind: 'planned', toCome: target.path.locale === 'en' ? ' (to come)' : '（待写）' };
    case 'dead': throw new NoteError({ file: file.path, ...placeOf(node) }, target.message, target.hint);
  }
}
