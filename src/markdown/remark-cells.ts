import type { Code, Root } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SKIP, visit } from 'unist-util-visit';
import type { VFile } from 'vfile';
import { elementAttribute } from '../note/element-attribute.ts';
import { markdownTree } from '../note/markdown-tree.ts';
import { cellOfCode } from '../note/note-cells.ts';
import { NoteError } from '../note/note-error.ts';
import { noteFile, parseNotePath, type NotePath } from '../note/note-path.ts';

/** The fences of a note by cell id. */
type Fences = ReadonlyMap<string, Code>;

/**
 * Turns every runnable fence into a `Cell` element with the fence inside, and fills every `<Cell id="…" />` with the
 * fence of the English twin (or of `note="topic/slug"`). Stops the build with file, line and column on a bad one.
 * @param root folder of the project, where `notes/` is
 */
export function remarkCells({ root }: { readonly root: string }) {
  return async (tree: Root, file: VFile): Promise<void> => {
    const here = parseNotePath(file.path);
    const name = file.path.startsWith(root) ? file.path.slice(root.length + 1) : file.path;
    if (here) wrapFences(tree, name, here);
    const embeds: { element: MdxJsxFlowElement; note: string; id: string }[] = [];
    visit(tree, 'mdxJsxFlowElement', (element) => {
      if (element.name !== 'Cell' || element.children.length > 0) return;
      const note = elementAttribute(element, 'note') ?? here?.id;
      const id = elementAttribute(element, 'id');
      if (note === undefined || id === undefined) throw embedError(name, element, '<Cell> names no cell', 'write id="…", outside a note also note="topic/slug"');
      embeds.push({ element, note, id });
    });
    for (const { element, note, id } of embeds) {
      const fence = (await notesFences(root, note)).get(id);
      if (!fence) throw embedError(name, element, `${note} has no cell "${id}"`, 'see the ids of its English note');
      element.attributes = [literal('note', note), literal('id', id)];
      element.children = [structuredClone(fence)];
    }
  };
}

function wrapFences(tree: Root, file: string, { id: note }: NotePath): void {
  visit(tree, 'code', (node, index, parent) => {
    const cell = cellOfCode(node, file);
    if (!cell || !parent || index === undefined) return undefined;
    parent.children[index] = cellElement(note, cell.options.id, node);
    return SKIP;
  });
}

async function notesFences(root: string, note: string): Promise<Fences> {
  const file = noteFile(note, 'en');
  const fences = new Map<string, Code>();
  visit(markdownTree(await readFile(join(root, file), 'utf8'), file), 'code', (node) => {
    const cell = cellOfCode(node, file);
    if (cell) fences.set(cell.options.id, node);
  });
  return fences;
}

function cellElement(note: string, id: string, fence: Code): MdxJsxFlowElement {
  return { type: 'mdxJsxFlowElement', name: 'Cell', attributes: [literal('note', note), literal('id', id)], children: [fence] };
}

function literal(name: string, value: string): MdxJsxFlowElement['attributes'][number] {
  return { type: 'mdxJsxAttribute', name, value };
}

function embedError(file: string, element: MdxJsxFlowElement, message: string, hint: string): NoteError {
  const { line, column } = element.position?.start ?? { line: 1, column: 1 };
  return new NoteError({ file, line, column }, message, hint);
}
