import type { Root } from 'hast';
import { posix } from 'node:path';
import type { Need } from '../cell/cell.ts';
import type { IOutput } from '../output/output.ts';
import type { WidgetModel, WidgetStates } from '../output/widget-state.ts';
import { parseAnyNotebook, type AnyCell, type AnyNotebook } from './any-notebook.ts';
import { cellGrammar, grammarName } from './code-language.ts';
import { cellOutputs } from './notebook-outputs.ts';
import { decodedAddress, fileBeside, relativeAddress, type NotebookPath } from './notebook-path.ts';
import { NotebookProse, type Prose, type ProseCode, type ProseHeading, type ProseText } from './notebook-prose.ts';

/** A block of code as the page highlights it: a code cell's, or one in the prose. */
export type NotebookCode = ProseCode;

export interface NotebookCodeCell {
  readonly kind: 'code';
  /** Unique in the notebook, of letters, digits, hyphens and underscores. */
  readonly id: string;
  readonly source: string;
  /** Index in the page's codes. */
  readonly code: number;
  readonly outputs: readonly IOutput[];
  readonly executionCount: number | null;
  readonly isCodeFolded: boolean;
  readonly areOutputsFolded: boolean;
  /** A program for nvcc under a cell magic. */
  readonly isCuda: boolean;
  readonly needs: Need;
}

export interface NotebookProseCell {
  readonly kind: 'prose';
  readonly html: string;
}

/** A raw cell for another format than HTML and Markdown: its source. */
export interface NotebookRawCell {
  readonly kind: 'raw';
  /** MIME type; empty where the cell has none. */
  readonly format: string;
  readonly code: number;
}

export type NotebookPart = NotebookCodeCell | NotebookProseCell | NotebookRawCell;

/** A notebook of anyone's as a page shows it. */
export interface NotebookPage extends NotebookPath {
  readonly title: string;
  /** What the kernel is called, or its language; empty where neither is known. */
  readonly kernel: string;
  /** The cells can run on the site's kernels, which are Python's. */
  readonly isRunnable: boolean;
  readonly parts: readonly NotebookPart[];
  readonly codes: readonly NotebookCode[];
  readonly headings: readonly ProseHeading[];
  /** Prose and code in the order of the page. */
  readonly texts: readonly ProseText[];
  readonly widgets: WidgetStates;
  /** Size of the file in bytes. */
  readonly bytes: number;
}

/** What a page takes from around its file. */
export interface NotebookSurroundings {
  /** A file from the project's root as base64; null where there is none. */
  readonly readFile: (path: string) => string | null;
  /** The slug of a notebook's page, by its file from the project's root. */
  readonly slugOf: (file: string) => string | null;
}

/** The page of a notebook. Throws a NotebookError where the file has something that no page can show. */
export function notebookPage(content: string, path: NotebookPath, around: NotebookSurroundings): NotebookPage {
  const notebook = parseAnyNotebook(content, path.file);
  const builder = new PageBuilder(notebook, path, around);
  return builder.page(Buffer.byteLength(content));
}

const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp', svg: 'image/svg+xml',
};

/** What a cell becomes before the links in its prose can be set. */
type Draft = { readonly kind: 'prose'; readonly page: Root } | NotebookCodeCell | NotebookRawCell;

class PageBuilder {
  readonly #notebook: AnyNotebook;
  readonly #path: NotebookPath;
  readonly #around: NotebookSurroundings;
  readonly #prose: NotebookProse;
  readonly #codes: ProseCode[] = [];
  readonly #ids = new Set<string>();
  #attachments: AnyCell['attachments'] = new Map();

  constructor(notebook: AnyNotebook, path: NotebookPath, around: NotebookSurroundings) {
    this.#notebook = notebook;
    this.#path = path;
    this.#around = around;
    this.#prose = new NotebookProse((address) => this.#picture(address), (address) => this.#link(address));
  }

  page(bytes: number): NotebookPage {
    const { language, kernelName, title, cells, metadata } = this.#notebook;
    const drafts = cells.flatMap((cell): readonly Draft[] => this.#draft(cell));
    const ownTitle = takeTitle(drafts);
    if (drafts.some((draft) => draft.kind === 'prose' && draft.page.children.some((node) => isHeading(node, 1)))) {
      for (const draft of drafts) if (draft.kind === 'prose') shiftHeadings(draft.page);
    }
    const texts: ProseText[] = [];
    const parts = drafts.flatMap((draft): readonly NotebookPart[] => {
      if (draft.kind !== 'prose') {
        texts.push({ kind: 'code', code: this.#codes[draft.code]?.source ?? '' });
        return [draft];
      }
      const prose: Prose = this.#prose.finished(draft.page, this.#codes);
      texts.push(...prose.texts);
      return prose.html.trim() === '' ? [] : [{ kind: 'prose', html: prose.html }];
    });
    const headings = texts.flatMap((each) => (each.kind === 'heading' && each.heading.text !== '' ? [each.heading] : []));
    return {
      ...this.#path, parts, codes: this.#codes, headings, texts, bytes,
      title: [title.trim(), ownTitle, fileTitle(this.#path.file)].find((each) => each !== '') ?? '',
      kernel: kernelName === '' ? language.charAt(0).toUpperCase() + language.slice(1) : kernelName,
      isRunnable: grammarName(language) === 'python' && drafts.some(({ kind }) => kind === 'code'),
      widgets: widgetStates(metadata),
    };
  }

  #draft(cell: AnyCell): readonly Draft[] {
    this.#attachments = cell.attachments;
    const { kind, source, format } = cell;
    if (kind === 'markdown') return [{ kind: 'prose', page: this.#prose.markdown(source) }];
    if (kind === 'code') return this.#codeCell(cell);
    if (source.trim() === '') return [];
    if (format === 'text/html') return [{ kind: 'prose', page: this.#prose.html(source) }];
    if (format === 'text/markdown') return [{ kind: 'prose', page: this.#prose.markdown(source) }];
    return [{ kind: 'raw', format, code: this.#code({ source, language: RAW_GRAMMARS[format] ?? 'text' }) }];
  }

  #codeCell(cell: AnyCell): readonly Draft[] {
    const outputs = cellOutputs(cell, this.#notebook, this.#path.file);
    if (cell.source.trim() === '' && outputs.length === 0) return [];
    const source = cell.source.replace(/\s+$/u, '');
    const language = cellGrammar(source, this.#notebook.language);
    const isCuda = language === 'cuda';
    return [{
      kind: 'code', id: this.#id(cell.id), source, outputs, executionCount: cell.executionCount,
      code: this.#code({ source, language }), isCuda,
      isCodeFolded: cell.hidden || hasTag(cell, ['hide-input', 'remove-input', 'hide-cell', 'remove-cell', 'hide_input', 'remove_input', 'hide_cell', 'remove_cell']),
      areOutputsFolded: cell.outputsHidden || hasTag(cell, ['hide-output', 'remove-output', 'hide_output', 'remove_output']),
      needs: isCuda ? 'gpu' : needOf(source),
    }];
  }

  #code(code: ProseCode): number {
    return this.#codes.push(code) - 1;
  }

  /** The cell's own id where no other has it, else one by its place. */
  #id(own: string): string {
    const base = /^[\w-]{1,64}$/u.test(own) && !this.#ids.has(own) ? own : '';
    for (let number = this.#ids.size + 1; ; number += 1) {
      const id = base === '' ? `cell-${number}` : base;
      if (this.#ids.has(id)) continue;
      this.#ids.add(id);
      return id;
    }
  }

  #picture(address: string): string | null {
    if (/^attachment:/iu.test(address)) {
      const name = address.slice('attachment:'.length);
      const found = this.#attachments.get(name) ?? this.#attachments.get(decodedAddress(name));
      const isPicture = found !== undefined && Object.values(PICTURES).includes(found.mimeType) && /^[A-Za-z0-9+/]+={0,2}$/u.test(found.base64);
      return isPicture ? `data:${found.mimeType};base64,${found.base64}` : null;
    }
    const path = fileBeside(this.#path.file, decodedAddress(address.replace(/[?#].*$/u, '')));
    const mimeType = PICTURES[path?.split('.').at(-1)?.toLowerCase() ?? ''];
    const base64 = path === null || mimeType === undefined ? null : this.#around.readFile(path);
    return base64 === null ? null : `data:${mimeType};base64,${base64}`;
  }

  #link(address: string): string | null {
    const [, target = '', anchor = ''] = /^([^#?]*)[^#]*(#.*)?$/su.exec(address) ?? [];
    const file = fileBeside(this.#path.file, decodedAddress(target));
    const slug = file === null ? null : this.#around.slugOf(posix.normalize(file));
    return slug === null ? null : `${relativeAddress(this.#path.slug, slug)}${anchor.toLowerCase()}`;
  }
}

/** Grammars for what raw cells are written in. */
const RAW_GRAMMARS: Readonly<Record<string, string>> = {
  'text/latex': 'latex', 'text/restructuredtext': 'rst', 'text/x-rst': 'rst', 'text/asciidoc': 'asciidoc', 'text/x-python': 'python', 'application/json': 'json',
};

function hasTag({ tags }: AnyCell, names: readonly string[]): boolean {
  return tags.some((tag) => names.includes(tag));
}

function needOf(source: string): Need {
  return /^\s*(?:import|from)\s+torch\b/mu.test(source) ? 'torch' : 'python';
}

function isHeading(node: Root['children'][number], depth: number): boolean {
  return node.type === 'element' && node.tagName === `h${depth}`;
}

/** The heading of the first level that the notebook begins with; the page has it above all else. Empty where there is none. */
function takeTitle(drafts: readonly Draft[]): string {
  const [first] = drafts;
  const headings = drafts.flatMap((draft) => (draft.kind === 'prose' ? draft.page.children.filter((node) => isHeading(node, 1)) : []));
  const [heading] = headings;
  if (heading === undefined) return '';
  const title = textOf(heading).replace(/\s+/gu, ' ').trim();
  const begins = first?.kind === 'prose' && first.page.children.find((node) => node.type === 'element') === heading;
  if (begins && title !== '') first.page.children.splice(first.page.children.indexOf(heading), 1);
  return title;
}

function textOf(node: Root['children'][number]): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? (node.children as Root['children']).map(textOf).join('') : '';
}

/** The page's title is the only heading of the first level. */
function shiftHeadings(page: Root): void {
  const shift = (nodes: Root['children']): void => {
    for (const node of nodes) {
      if (node.type !== 'element') continue;
      const depth = /^h([1-5])$/u.exec(node.tagName)?.[1];
      if (depth !== undefined) node.tagName = `h${Number(depth) + 1}`;
      shift(node.children);
    }
  };
  shift(page.children);
}

/** `my-first_try.ipynb` is "My first try". */
function fileTitle(file: string): string {
  const words = file.slice(file.lastIndexOf('/') + 1).replace(/\.ipynb$/u, '').replace(/[-_]+/gu, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the file keeps of Jupyter widgets: https://ipywidgets.readthedocs.io/en/stable/embedding.html */
function widgetStates({ widgets }: AnyNotebook['metadata']): WidgetStates {
  const kept = isRecord(widgets) ? widgets['application/vnd.jupyter.widget-state+json'] : undefined;
  const models = isRecord(kept) && isRecord(kept['state']) ? kept['state'] : {};
  return new Map(Object.entries(models).flatMap(([id, model]): (readonly [string, WidgetModel])[] => (
    isRecord(model) && isRecord(model['state']) ? [[id, { _model_name: model['model_name'], ...model['state'] }]] : []
  )));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
