import type { Definition, Link, PhrasingContent, Root } from 'mdast';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { visit } from 'unist-util-visit';
import type { VFile } from 'vfile';
import { NoteError } from '../note/note-error.ts';
import { noteFile, notePath, parseNotePath } from '../note/note-path.ts';
import type { PlannedNote } from '../note/planned-notes.ts';

interface Options {
  readonly root: string;
  readonly base: string;
  readonly planned: readonly PlannedNote[];
}

/** What a link from the site's root leads to; null for one that is none of ours. */
type Target = { readonly kind: 'page'; readonly url: string } | { readonly kind: 'planned'; readonly toCome: string } | null;

/**
 * Looks after links from the site's root (`/cuda/bank-conflicts/`): a link to a note gets the base path and a slash at its
 * end, a link to a note that is planned and not written becomes its text with "to come", a link to no note stops the
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
  const [, page = '', rest = ''] = /^\/(?!\/)((?:zh-cn\/)?[^/#?]+\/[^/#?]+)\/?([#?].*)?$/u.exec(node.url) ?? [];
  const path = parseNotePath(`notes/${page}.mdx`);
  if (!path) return null;
  const { id, locale } = path;
  if (existsSync(join(root, noteFile(id, locale)))) {
    return { kind: 'page', url: `${base.replace(/\/$/u, '')}${notePath(id, locale)}${rest}` };
  }
  if (planned.some((note) => note.id === id)) return { kind: 'planned', toCome: locale === 'en' ? ' (to come)' : '（待写）' };
  const { line, column } = node.position?.start ?? { line: 1, column: 1 };
  throw new NoteError({ file: file.path, line, column }, `${node.url} is no page of the site`, 'link to /topic/slug/ of a note in notes/');
}
