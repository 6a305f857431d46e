import type { Link, Root } from 'mdast';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { visit } from 'unist-util-visit';
import type { VFile } from 'vfile';
import { NoteError } from '../note/note-error.ts';
import { noteFile, parseNotePath } from '../note/note-path.ts';
import type { PlannedNote } from '../note/planned-notes.ts';

interface Options {
  readonly root: string;
  readonly base: string;
  readonly planned: readonly PlannedNote[];
}

/**
 * Looks after links from the site's root (`/cuda/bank-conflicts/`): a link to a note gets the base path, a link to a note
 * that is planned and not written becomes its text with "to come", a link to no note stops the build with its place.
 */
export function remarkNoteLinks({ root, base, planned }: Options) {
  const prefix = base.replace(/\/$/u, '');
  return (tree: Root, file: VFile): void => {
    visit(tree, 'link', (node, index, parent) => {
      const path = noteOfLink(node.url);
      if (!path || !parent || index === undefined) return;
      if (existsSync(join(root, noteFile(path.id, path.locale)))) {
        node.url = `${prefix}${node.url}`;
      } else if (planned.some(({ id }) => id === path.id)) {
        const toCome = path.locale === 'en' ? ' (to come)' : '（待写）';
        parent.children.splice(index, 1, ...node.children, { type: 'text', value: toCome });
      } else {
        throw deadLink(node, file);
      }
    });
  };
}

function noteOfLink(url: string) {
  const match = /^\/(?!\/)((?:zh-cn\/)?[^/#?]+\/[^/#?]+)\/?(?:[#?].*)?$/u.exec(url);
  return match ? parseNotePath(`notes/${match[1]}.mdx`) : null;
}

function deadLink(node: Link, file: VFile): NoteError {
  const { line, column } = node.position?.start ?? { line: 1, column: 1 };
  return new NoteError({ file: file.path, line, column }, `${node.url} is no page of the site`, 'link to /topic/slug/ of a note in notes/');
}
