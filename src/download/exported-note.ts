import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Nodes, Paragraph, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { Locale } from '../i18n/locale.ts';
import { loadErrata } from '../note/errata.ts';
import { markdownTree } from '../note/markdown-tree.ts';
import { metricReference } from '../note/metric-reference.ts';
import { noteFile } from '../note/note-path.ts';
import { loadPlannedNotes } from '../note/planned-notes.ts';
import { environmentLine } from '../notebook/environment-line.ts';
import { metricText } from '../notebook/metric-text.ts';
import { loadRecordedNote, type RecordedNote } from '../notebook/recording-library.ts';
import { notebookFile } from '../notebook/recording-place.ts';
import type { RecordedCell } from '../notebook/recording-state.ts';
import { asideQuotes } from './aside-quotes.ts';
import { downloadLabels } from './download-labels.ts';
import { errataNodes } from './errata-nodes.ts';
import { figureParagraph, type FigureTexts } from './figure-nodes.ts';
import { noteBlocks, markdownText, type NoteBlock } from './note-blocks.ts';
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

/** A note outside of its page. */
export interface ExportedNote {
  readonly recorded: RecordedNote;
  /** Its page on the published site; null where that has no address. */
  readonly page: string | null;
  /** Markdown that every reader understands, and the cells that the page shows, in its order. */
  readonly parts: readonly (RecordedCell | string)[];
}

const known = new Map<string, { readonly stamp: string; readonly note: Promise<ExportedNote> }>();

/**
 * Reads a note with its recordings for use elsewhere; once for its notebook, its Markdown and the file of all notes, unless one of
 * its own files has changed. Throws what reading them throws.
 */
export async function exportedNote(plan: ExportPlan): Promise<ExportedNote> {
  const { root, id, locale } = plan;
  const key = JSON.stringify([root, id, locale, plan.siteUrl]);
  const stamp = (await Promise.all([noteFile(id, locale), noteFile(id, 'en'), notebookFile(id)].map((file) => changedAt(join(root, file))))).join(' ');
  const before = known.get(key);
  if (before?.stamp === stamp) return before.note;
  const note = readExported(plan);
  known.set(key, { stamp, note });
  return note;
}

async function changedAt(file: string): Promise<number> {
  return stat(file).then(({ mtimeMs }) => mtimeMs, () => 0); // a note without a twin or a recording
}

async function readExported(plan: ExportPlan): Promise<ExportedNote> {
  const { root, id, locale } = plan;
  const recorded = await loadRecordedNote(root, id, locale);
  const context = await linkContext(plan);
  const blocks = await blocksOf(plan, context);
  const parts = await Promise.all(blocks.map(async (block) => (block.kind === 'cell' ? findCell(root, recorded, block.place) : block.text)));
  return { recorded, page: pageUrlOf(context), parts };
}

/** What stands above an exported note: its title, what it says, where it is from, and on what machine it was recorded. */
export function headText({ recorded: { note, recording, cells }, page }: ExportedNote, more: readonly string[] = []): string {
  const { frontmatter: { title, description }, locale } = note;
  const labels = downloadLabels[locale];
  const plain = (value: string): string => markdownText([paragraph([{ type: 'text', value }])]);
  const environment = recording && cells.some(({ state }) => state === 'fresh') ? [environmentLine(recording.environment, locale) + labels.fullStop] : [];
  const facts = [labels.from(page), ...environment, labels.licence, ...more].join(labels.space);
  return [`# ${plain(title)}`, plain(description), facts].join('\n\n');
}

async function linkContext({ root, id, locale, siteUrl }: ExportPlan): Promise<LinkContext> {
  const planned = new Set((await loadPlannedNotes(root)).map((note) => note.id));
  return {
    id, locale, siteUrl,
    isWritten: (path) => existsSync(join(root, noteFile(path.id, path.locale))),
    isPlanned: (each) => planned.has(each),
  };
}

async function blocksOf({ root, id, locale, figureTexts }: ExportPlan, context: LinkContext): Promise<readonly NoteBlock[]> {
  const file = noteFile(id, locale);
  const tree = markdownTree(asideQuotes(await readFile(join(root, file), 'utf8'), locale), file);
  const labels = downloadLabels[locale];
  const metrics = await metricTexts(tree, root, id, labels.notRecorded);
  const errata = (await loadErrata(root)).filter(({ note }) => note === id);
  makeLinksWhole(tree, context);
  const [before, after] = labels.cellBelow;
  const parts: PlainParts = {
    ownId: id,
    metric: (element) => metrics.get(element) ?? labels.notRecorded,
    errata: errataNodes(errata, locale),
    figure: (component) => figureParagraph(figureTexts?.(component, locale) ?? null, pageUrlOf(context), locale),
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

function paragraph(children: Paragraph['children']): Paragraph {
  return { type: 'paragraph', children };
}

async function findCell(root: string, recorded: RecordedNote, { note, id }: CellPlace): Promise<RecordedCell> {
  const { cells } = note === recorded.note.id ? recorded : await loadRecordedNote(root, note, 'en');
  const found = cells.find(({ cell }) => cell.options.id === id);
  if (!found) throw new Error(`${recorded.note.file} shows cell "${id}" of ${note}, which has none of this id: correct <Cell id="…" />`);
  return found;
}
