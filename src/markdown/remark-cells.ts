import type { Code, Node, Root } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SKIP, visit } from 'unist-util-visit';
import type { VFile } from 'vfile';
import { elementAttribute } from '../note/element-attribute.ts';
import { fenceTokens } from '../cell/fence-tokens.ts';
import type { Locale } from '../i18n/locale.ts';
import { markdownTree } from '../note/markdown-tree.ts';
import { cellOfCode } from '../note/note-cells.ts';
import { placeOf } from '../note/node-place.ts';
import { NoteError } from '../note/note-error.ts';
import { noteFile, parseNotePath, type NotePath } from '../note/note-path.ts';

/** The fences of a note by cell id. */
type Fences = ReadonlyMap<string, Code>;

/** Reads the fences of an English note, each note once. */
type FenceReader = (note: string) => Promise<Fences>;

/**
 * Turns every runnable fence into a `Cell` element with the fence inside, and fills every `<Cell id="…" />` with the
 * fence of the English twin (or of `note="topic/slug"`). Stops the build with file, line and column on a bad one.
 * @param root folder of the project, where `notes/` is
 */
export function remarkCells({ root }: { readonly root: string }) {
  return async (tree: Root, file: VFile): Promise<void> => {
    const here = parseNotePath(file.path);
    const name = file.path.startsWith(root) ? file.path.slice(root.length + 1) : file.path;
    if (here) wrapFences(tree, name, String(file), here);
    const fencesOf = fenceReader(root);
    for (const element of emptyCells(tree, name)) await fillCell(element, name, here?.id, fencesOf);
  };
}

function wrapFences(tree: Root, file: string, text: string, { id: note, locale }: NotePath): void {
  visit(tree, 'code', (node, index, parent) => {
    const cell = cellOfCode(node, file, text);
    if (!cell || !parent || index === undefined) return undefined;
    parent.children[index] = cellElement(note, locale, cell.options.id, node);
    return SKIP;
  });
}

function emptyCells(tree: Root, file: string): readonly MdxJsxFlowElement[] {
  const found: MdxJsxFlowElement[] = [];
  visit(tree, ['mdxJsxFlowElement', 'mdxJsxTextElement'], (node) => {
    if (!('name' in node) || node.name !== 'Cell' || node.children.length > 0) return;
    if (node.type !== 'mdxJsxFlowElement') throw placed(file, node, '<Cell> stands in a line of text', 'give it a line of its own');
    found.push(node);
  });
  return found;
}

async function fillCell(element: MdxJsxFlowElement, file: string, ownNote: string | undefined, fencesOf: FenceReader): Promise<void> {
  const note = elementAttribute(element, 'note') ?? ownNote;
  const id = elementAttribute(element, 'id');
  if (note === undefined || id === undefined) {
    throw placed(file, element, '<Cell> names no cell', 'write id="…", outside a note also note="topic/slug"');
  }
  const fences = await fencesOf(note).catch((cause: unknown) => {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause;
    throw placed(file, element, `there is no note "${note}" in English`, `its file would be ${noteFile(note, 'en')}`);
  });
  const fence = fences.get(id);
  if (!fence) throw placed(file, element, `${note} has no cell "${id}"`, `it has ${[...fences.keys()].join(', ') || 'none'}`);
  element.attributes = cellAttributes(note, 'en', id, fence);
  element.children = [structuredClone(fence)];
}

function fenceReader(root: string): FenceReader {
  const read = new Map<string, Promise<Fences>>();
  return (note) => {
    const known = read.get(note) ?? readFences(root, note);
    read.set(note, known);
    return known;
  };
}

async function readFences(root: string, note: string): Promise<Fences> {
  const file = noteFile(note, 'en');
  const text = await readFile(join(root, file), 'utf8');
  const fences = new Map<string, Code>();
  visit(markdownTree(text, file), 'code', (node) => {
    const cell = cellOfCode(node, file, text);
    if (cell) fences.set(cell.options.id, node);
  });
  return fences;
}

function cellElement(note: string, locale: Locale, id: string, fence: Code): MdxJsxFlowElement {
  return { type: 'mdxJsxFlowElement', name: 'Cell', attributes: cellAttributes(note, locale, id, fence), children: [fence] };
}

/** What `Cell.astro` is told; the title is an option of the look, which only the fence has. */
function cellAttributes(note: string, locale: Locale, id: string, fence: Code): MdxJsxFlowElement['attributes'] {
  const title = fenceTokens(fence.meta ?? '').find(({ key }) => key === 'title')?.value ?? null;
  return [literal('note', note), literal('locale', locale), literal('id', id), ...(title === null ? [] : [literal('title', title)])];
}

function literal(name: string, value: string): MdxJsxFlowElement['attributes'][number] {
  return { type: 'mdxJsxAttribute', name, value };
}

function placed(file: string, element: Node, message: string, hint: string): NoteError {
  return new NoteError({ file, ...placeOf(element) }, message, hint);
}
