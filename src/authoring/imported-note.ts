import GithubSlugger from 'github-slugger';
import type { Root } from 'mdast';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { Need } from '../cell/cell.ts';
import { noteFile } from '../note/note-path.ts';
import { readNote } from '../note/read-note.ts';
import { parseAnyNotebook, type AnyCell } from '../notebook/any-notebook.ts';
import { CellIds } from './cell-ids.ts';
import { importedCode, type ImportedCode } from './imported-cell.ts';
import { lineOf, proseMdx, proseTree } from './imported-prose.ts';
import type { NewFile } from './new-files.ts';
import { NoteAssets, type ReadBeside } from './note-assets.ts';
import type { NoteName } from './note-name.ts';
import { noteText, orderOf } from './note-text.ts';

export interface ImportPlan {
  readonly root: string;
  readonly name: NoteName;
  /** The notebook's file, as errors name it. */
  readonly file: string;
  readonly content: string;
  readonly readBeside: ReadBeside;
}

export interface ImportedNote {
  readonly files: readonly NewFile[];
  /** What was lost or needs an author's eye, each with the number of its cell from 1. */
  readonly warnings: readonly string[];
}

const fenceWriter = unified().use(remarkStringify);

/**
 * An English note with runnable cells from a notebook of nbformat 3 to 4.5. Outputs are not taken along: `npm run record` makes new
 * ones. Throws an Error with file and field for a notebook that cannot be read.
 */
export async function importedNote({ root, name, file, content, readBeside }: ImportPlan): Promise<ImportedNote> {
  const { cells, language } = parseAnyNotebook(content, file);
  const warnings: string[] = [];
  const trees = cells.map((cell) => (cell.kind === 'markdown' ? proseTree(cell) : null));
  const title = takeTitle(trees) ?? titleOfFile(file);
  const description = firstWords(trees) ?? `From ${file.slice(file.search(/[^/\\]*$/u))}.`;
  shiftHeadings(trees);
  const assets = new NoteAssets(name, readBeside);
  const ids = new CellIds();
  const pieces: string[] = [];
  const codes: ImportedCode[] = [];
  for (const [index, cell] of cells.entries()) {
    const warn = (what: string): void => void warnings.push(`cell ${index + 1}: ${what}`);
    const tree = trees[index];
    if (tree) {
      visit(tree, 'heading', (heading) => { ids.section = new GithubSlugger().slug(lineOf(heading)); });
      pieces.push(await proseMdx(tree, cell, assets, warn));
    } else if (cell.kind === 'raw') pieces.push(cell.source.trim() === '' ? '' : fence('text', '', cell.source));
    else if (cell.id !== 'warpnotes_setup') {
      const code = importedCode(cell, language);
      codes.push(code);
      for (const warning of code.warnings) warn(warning);
      pieces.push(codeFence(code, cell, ids));
    }
  }
  const body = pieces.filter((piece) => piece !== '').join('\n\n');
  const text = noteText({ name, title, description, order: await orderOf(root, name), needs: needOf(codes), body });
  const path = noteFile(name.id, 'en');
  await readNote(text, path, { id: name.id, locale: 'en' });
  return { files: [{ path, content: text }, ...assets.files], warnings };
}

/** The heading that the notebook begins with; it is taken away, for it becomes the page's. */
function takeTitle(trees: readonly (Root | null)[]): string | null {
  const first = trees.find((tree) => tree !== null);
  const [heading] = first?.children ?? [];
  if (!first || heading?.type !== 'heading' || heading.depth !== 1 || lineOf(heading) === '') return null;
  first.children.shift();
  return lineOf(heading);
}

function titleOfFile(file: string): string {
  const words = file.slice(file.search(/[^/\\]*$/u)).replace(/\.ipynb$/iu, '').replace(/[-_]+/gu, ' ').trim() || 'Notebook';
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The first sentences of the first paragraph, up to 200 characters. */
function firstWords(trees: readonly (Root | null)[]): string | null {
  const paragraph = trees.flatMap((tree) => tree?.children ?? []).find((node) => node.type === 'paragraph' && lineOf(node) !== '');
  if (!paragraph) return null;
  const line = lineOf(paragraph);
  if (line.length <= 200) return line;
  const sentences = /^[^]{20,200}?[.!?。！？](?=\s|$)/u.exec(line)?.[0];
  return sentences ?? `${line.slice(0, 199).replace(/\s+\S*$/u, '')}…`;
}

/** The page's title is the only heading of the first level. */
function shiftHeadings(trees: readonly (Root | null)[]): void {
  const headings = trees.flatMap((tree) => tree?.children ?? []).flatMap((node) => (node.type === 'heading' ? [node] : []));
  if (!headings.some(({ depth }) => depth === 1)) return;
  for (const heading of headings) if (heading.depth < 6) heading.depth += 1;
}

function codeFence(code: ImportedCode, { id, tags, hidden }: AnyCell, ids: CellIds): string {
  if (code.kind === 'dropped') return '';
  if (code.kind === 'shown') return fence(code.language, '', code.source);
  const { language, source, nvccArgs, files, timeout } = code;
  const options = [
    'run', `id=${ids.next(id, code.name)}`,
    ...(nvccArgs === '' ? [] : [`nvcc=${quoted(nvccArgs)}`]), ...(files === null ? [] : [`files=${files}`]),
    ...(Number(timeout) > 0 ? [`timeout=${timeout}`] : []),
    ...(tags.includes('raises-exception') ? ['expect-error'] : []), ...(hidden ? ['hide'] : []),
  ];
  return fence(language, options.join(' '), source);
}

function fence(lang: string, meta: string, value: string): string {
  return fenceWriter.stringify({ type: 'root', children: [{ type: 'code', lang, meta: meta === '' ? null : meta, value: value.replace(/\s+$/u, '') }] }).trim();
}

function quoted(text: string): string {
  return text.includes('"') && !text.includes("'") ? `'${text}'` : `"${text.replace(/["\\]/gu, '\\$&')}"`;
}

function needOf(codes: readonly ImportedCode[]): Need {
  const cells = codes.filter((code) => code.kind === 'cell');
  if (cells.some(({ language }) => language === 'cuda')) return 'gpu';
  return cells.some(({ source }) => /^\s*(?:import|from)\s+torch\b/mu.test(source)) ? 'torch' : 'python';
}
