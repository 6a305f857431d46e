import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Nodes, Paragraph, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { cellLabels } from '../i18n/cell-labels.ts';
import { languageTag, type Locale } from '../i18n/locale.ts';
import { loadErrata } from '../note/errata.ts';
import { markdownTree } from '../note/markdown-tree.ts';
import { metricReference } from '../note/metric-reference.ts';
import type { Note } from '../note/note.ts';
import { noteFile } from '../note/note-path.ts';
import { loadPlannedNotes } from '../note/planned-notes.ts';
import { environmentLine } from '../notebook/environment-line.ts';
import { metricText } from '../notebook/metric-text.ts';
import { loadRecordedNote, type RecordedNote } from '../notebook/recording-library.ts';
import type { RecordedCell } from '../notebook/recording-state.ts';
import { asideQuotes } from './aside-quotes.ts';
import { downloadLabels } from './download-labels.ts';
import { errataNodes } from './errata-nodes.ts';
import { figureParagraph, type DescribedFigure, type FigureTexts } from './figure-nodes.ts';
import { noteBlocks, markdownText, type NoteBlock } from './note-blocks.ts';
import { codeCell, markdownCell, setupCell, type NotebookCell } from './notebook-cells.ts';
import type { CellPlace, PlainParts } from './plain-nodes.ts';
import { makeLinksWhole, pageUrlOf, type LinkContext } from './site-links.ts';

export interface ExportPlan {
  /** Folder of the project. */
  readonly root: string;
  readonly id: string;
  readonly locale: Locale;
  /** The published site with its base path and a slash at the end; null where it has no address, and links become text. */
  readonly siteUrl: string | null;
  /** What figures say in words; a sentence and a link stand for one without. */
  readonly figureTexts?: FigureTexts | undefined;
}

/**
 * A note as a notebook (nbformat 4.5) for any Jupyter: its text as Markdown, its cells with the outputs that are fresh, and a
 * cell before them that gives the kernel `%%cuda` where a cell needs that. Throws what reading the note or its recording throws.
 */
export async function exportedNotebook(plan: ExportPlan): Promise<string> {
  const { root, id, locale } = plan;
  const recorded = await loadRecordedNote(root, id, locale);
  const context = await linkContext(plan);
  const blocks = await blocksOf(plan, context);
  const cells = await Promise.all(blocks.map(async (block) => (block.kind === 'cell' ? findCell(root, recorded, block.place) : block.text)));
  const helper = cells.some((cell) => typeof cell === 'object' && cell.cell.language !== 'python')
    ? `# ${downloadLabels[locale].setupComment}\n${await readFile(join(root, 'src/kernel/cuda_magic.py'), 'utf8')}`.trimEnd()
    : null;
  const title = titleText(recorded, pageUrlOf(context), helper !== null);
  const notebook = {
    cells: notebookCells(title, helper, cells),
    metadata: {
      kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
      language_info: { name: 'python' },
      title: recorded.note.frontmatter.title,
      warpnotes: { exportOf: id, language: languageTag[locale], environment: recorded.recording?.environment ?? null },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

async function linkContext({ root, id, locale, siteUrl }: ExportPlan): Promise<LinkContext> {
  const planned = new Set((await loadPlannedNotes(root)).map((note) => note.id));
  return {
    id, locale, siteUrl,
    isWritten: (path) => existsSync(join(root, noteFile(path.id, path.locale))),
    isPlanned: (each) => planned.has(each),
  };
}

async function blocksOf(plan: ExportPlan, context: LinkContext): Promise<readonly NoteBlock[]> {
  const { root, id, locale } = plan;
  const file = noteFile(id, locale);
  const tree = markdownTree(asideQuotes(await readFile(join(root, file), 'utf8'), locale), file);
  const labels = downloadLabels[locale];
  const metrics = await metricTexts(tree, root, id, labels.notRecorded);
  const figures = await figureTextsOf(tree, plan);
  const errata = (await loadErrata(root)).filter(({ note }) => note === id);
  makeLinksWhole(tree, context);
  const [before, after] = labels.cellBelow;
  const parts: PlainParts = {
    ownId: id,
    metric: (element) => metrics.get(element) ?? labels.notRecorded,
    errata: errataNodes(errata, locale),
    figure: (name) => figureParagraph(figures.get(name) ?? null, pageUrlOf(context), locale),
    cellBelow: (cell) => paragraph([{ type: 'text', value: before }, { type: 'inlineCode', value: cell }, { type: 'text', value: after }]),
  };
  return noteBlocks(tree, parts);
}

async function metricTexts(tree: Root, root: string, id: string, missing: string): Promise<ReadonlyMap<Nodes, string>> {
  const read = metricText(root, missing);
  const found: Promise<readonly [Nodes, string]>[] = [];
  visit(tree, (node) => {
    const reference = metricReference(node, id);
    if (reference) found.push(read(reference).then((text) => [node, text] as const));
  });
  return new Map(await Promise.all(found));
}

async function figureTextsOf(tree: Root, { locale, figureTexts }: ExportPlan): Promise<ReadonlyMap<string, DescribedFigure | null>> {
  const names = new Set<string>();
  visit(tree, ['mdxJsxFlowElement', 'mdxJsxTextElement'], (node) => {
    if ('name' in node && typeof node.name === 'string' && /^\p{Lu}/u.test(node.name)) names.add(node.name);
  });
  return new Map(await Promise.all([...names].map(async (name) => [name, (await figureTexts?.(name, locale)) ?? null] as const)));
}

function paragraph(children: Paragraph['children']): Paragraph {
  return { type: 'paragraph', children };
}

async function findCell(root: string, recorded: RecordedNote, { note, id }: CellPlace): Promise<RecordedCell> {
  const { cells } = note === recorded.note.id ? recorded : await loadRecordedNote(root, note, 'en');
  const found = cells.find(({ cell }) => cell.options.id === id);
  if (!found) throw new Error(`${recorded.note.file} shows cell "${id}" of ${note}, which has none of this id: correct <Cell id="…" />`);
  return found;
}

/** The first cell: what the note is, where it is from, on what machine it was recorded, and what to run first. */
function titleText({ note, recording, cells }: RecordedNote, page: string | null, hasSetup: boolean): string {
  const { frontmatter: { title, description }, locale } = note;
  const labels = downloadLabels[locale];
  const plain = (value: string): string => markdownText([paragraph([{ type: 'text', value }])]);
  const environment = recording && cells.some(({ state }) => state === 'fresh') ? [environmentLine(recording.environment, locale) + labels.fullStop] : [];
  const facts = [labels.from(page), ...environment, labels.licence, needsText(note), ...importsText(cells, locale)].join(labels.space);
  return [`# ${plain(title)}`, plain(description), facts, ...(hasSetup ? [labels.setup] : [])].join('\n\n');
}

function needsText({ locale, frontmatter: { needs } }: Note): string {
  return locale === 'en' ? `This notebook ${cellLabels.en.needs[needs]}.` : `本笔记本${cellLabels['zh-cn'].needs[needs]}。`;
}

/** Packages of Python that its library has not, by the name of their import. */
const PACKAGE = /^[ \t]*(?:import|from)[ \t]+(numpy|matplotlib|torch|triton|cupy|numba|pandas|scipy|PIL)\b/gmu;

function importsText(cells: readonly RecordedCell[], locale: Locale): readonly string[] {
  const python = cells.filter(({ cell }) => cell.language === 'python');
  const names = new Set(python.flatMap(({ cell }) => [...cell.source.matchAll(PACKAGE)].map(([, name = '']) => name)));
  return names.size === 0 ? [] : [downloadLabels[locale].imports([...names])];
}

function notebookCells(title: string, helper: string | null, cells: readonly (RecordedCell | string)[]): readonly NotebookCell[] {
  let count = helper === null ? 0 : 1;
  const body = cells.map((cell, index) => {
    if (typeof cell === 'string') return markdownCell(`text_${index + 1}`, cell);
    count += 1;
    return codeCell(cell, count);
  });
  return [markdownCell('text_0', title), ...(helper === null ? [] : [setupCell(helper)]), ...body];
}
