import { load as parseYaml, YAMLException } from 'js-yaml';
import type { Root, Yaml } from 'mdast';
import { visit } from 'unist-util-visit';
import { z } from 'zod';
import { elementAttribute } from './element-attribute.ts';
import { markdownTree } from './markdown-tree.ts';
import { noteFrontmatter, type NoteFrontmatter } from './frontmatter.ts';
import { noteCells } from './note-cells.ts';
import type { CellEmbed, MetricReference, Note } from './note.ts';
import { NoteError } from './note-error.ts';
import type { NotePath } from './note-path.ts';
import { noteSections } from './note-sections.ts';

/** Reads the text of an MDX note. Throws a NoteError that names file, line, column and a cure. */
export async function readNote(text: string, file: string, { id, locale }: NotePath): Promise<Note> {
  const tree = markdownTree(text, file);
  return {
    id,
    locale,
    file,
    frontmatter: readFrontmatter(tree, file),
    cells: await noteCells(tree, file, text),
    embeds: cellEmbeds(tree, id),
    metrics: metricReferences(tree, id),
    sections: noteSections(tree),
  };
}

function readFrontmatter(tree: Root, file: string): NoteFrontmatter {
  const [first] = tree.children;
  if (first?.type !== 'yaml') {
    throw new NoteError({ file, line: 1, column: 1 }, 'the note has no frontmatter', 'begin it with title, topic, order, needs between --- lines');
  }
  const result = noteFrontmatter.safeParse(yamlOf(first, file));
  if (!result.success) {
    const line = lineOfField(first, result.error.issues[0]?.path[0]);
    throw new NoteError({ file, line, column: 1 }, z.prettifyError(result.error), 'correct the frontmatter');
  }
  return result.data;
}

function yamlOf({ value }: Yaml, file: string): unknown {
  try {
    return parseYaml(value);
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    const { line, column } = cause.mark;
    const error = new NoteError({ file, line: line + 2, column: column + 1 }, cause.reason, 'correct the YAML of the frontmatter');
    error.cause = cause;
    throw error;
  }
}

/** The line of a field in the file; that of the opening --- where the field is missing. */
function lineOfField({ value }: Yaml, field: PropertyKey | undefined): number {
  const index = value.split('\n').findIndex((line) => line.startsWith(`${String(field)}:`));
  return index < 0 ? 1 : index + 2;
}

function cellEmbeds(tree: Root, ownId: string): readonly CellEmbed[] {
  const embeds: CellEmbed[] = [];
  visit(tree, 'mdxJsxFlowElement', (node) => {
    if (node.name !== 'Cell') return;
    const [note = ownId, id = ''] = [elementAttribute(node, 'note'), elementAttribute(node, 'id')];
    embeds.push({ note, id, line: node.position?.start.line ?? 1 });
  });
  return embeds;
}

function metricReferences(tree: Root, ownId: string): readonly MetricReference[] {
  const metrics: MetricReference[] = [];
  visit(tree, (node) => {
    if ((node.type !== 'mdxJsxTextElement' && node.type !== 'mdxJsxFlowElement') || node.name !== 'Metric') return;
    const [note = ownId, cell = '', label = ''] = ['note', 'cell', 'label'].map((name) => elementAttribute(node, name));
    metrics.push({ note, cell, label, line: node.position?.start.line ?? 1 });
  });
  return metrics;
}
