import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { componentUses } from './component-uses.ts';
import { elementAttribute } from './element-attribute.ts';
import { markdownTree } from './markdown-tree.ts';
import { metricReference } from './metric-reference.ts';
import { placeOf } from './node-place.ts';
import { noteCells } from './note-cells.ts';
import { NoteError } from './note-error.ts';
import type { CellEmbed, MetricReference, Note, NoteSection, Page, SitePage } from './note.ts';
import { noteLinks } from './note-link.ts';
import type { NotePath, PagePath } from './note-path.ts';
import { noteSections } from './note-sections.ts';
import { readFrontmatter } from './read-frontmatter.ts';
import { readPageFrontmatter } from './read-page-frontmatter.ts';

/** Reads the text of an MDX note. Throws a NoteError that names file, line, column and a cure. */
export async function readNote(text: string, file: string, { id, locale }: NotePath): Promise<Note> {
  const tree = markdownTree(text, file);
  const { frontmatter, references } = readFrontmatter(tree, file);
  const cells = await noteCells(tree, file, text);
  const sections = noteSections(tree, id);
  const page = pageOf(tree, file, id, sections);
  const anchors = [...page.anchors, ...cells.map(({ options }) => `cell-${options.id}`)];
  return { ...page, id, locale, frontmatter, references, cells, anchors, sections };
}

/** Reads a page that is no note. Throws a NoteError where it is no MDX or has no title. */
export function readPage(text: string, file: string, { slug, locale }: PagePath): SitePage {
  const tree = markdownTree(text, file);
  const { title, description } = readPageFrontmatter(tree, file);
  const sections = noteSections(tree, '');
  return { ...pageOf(tree, file, '', sections), slug, locale, title, description, sections };
}

function pageOf(tree: Root, file: string, ownId: string, sections: readonly NoteSection[]): Page {
  const embeds = cellEmbeds(tree, file, ownId);
  const headings = sections.map(({ anchor }) => anchor).filter((anchor) => anchor !== '');
  return {
    file, embeds,
    metrics: metricReferences(tree, ownId),
    links: noteLinks(tree),
    components: componentUses(tree),
    anchors: [...headings, ...embeds.map(({ id }) => `cell-${id}`), ...elementIds(tree)],
  };
}

function cellEmbeds(tree: Root, file: string, ownId: string): readonly CellEmbed[] {
  const embeds: CellEmbed[] = [];
  visit(tree, (node) => {
    if ((node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') || node.name !== 'Cell') return;
    if (node.type === 'mdxJsxTextElement') {
      throw new NoteError({ file, ...placeOf(node) }, '<Cell> stands in a line of text', 'give it a line of its own');
    }
    const [note = ownId, id = ''] = [elementAttribute(node, 'note'), elementAttribute(node, 'id')];
    embeds.push({ note, id, ...placeOf(node) });
  });
  return embeds;
}

function metricReferences(tree: Root, ownId: string): readonly MetricReference[] {
  const metrics: MetricReference[] = [];
  visit(tree, (node) => {
    const metric = metricReference(node, ownId);
    if (metric) metrics.push(metric);
  });
  return metrics;
}

/** The ids that the author gave elements of plain HTML. */
function elementIds(tree: Root): readonly string[] {
  const ids: string[] = [];
  visit(tree, (node) => {
    if ((node.type !== 'mdxJsxTextElement' && node.type !== 'mdxJsxFlowElement') || !/^[a-z]/u.test(node.name ?? '')) return;
    const id = elementAttribute(node, 'id');
    if (id !== undefined) ids.push(id);
  });
  return ids;
}
