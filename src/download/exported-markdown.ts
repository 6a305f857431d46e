import type { RootContent } from 'mdast';
import { cellLabels } from '../i18n/cell-labels-of-all.ts';
import type { RecordedCell } from '../notebook/recording-state.ts';
import type { Locale } from '../i18n/locale.ts';
import { outputLabels } from '../output/labels-of-all.ts';
import { outputsText } from '../output/outputs-text.ts';
import { downloadLabels } from './download-labels.ts';
import { exportedNote, headText, type ExportPlan } from './exported-note.ts';
import { cellCommand, noteFiles } from './note-archive.ts';
import { markdownText } from './note-blocks.ts';
import { COMMON_NAMES } from './plain-nodes.ts';

/** A note as one Markdown text: its prose, the code of its cells, and what each printed when it was recorded. */
export async function exportedMarkdown(plan: ExportPlan): Promise<string> {
  const note = await exportedNote(plan);
  const names = new Map((await noteFiles(plan.root, plan.id, plan.locale)).map(({ cell, name }) => [cell, name]));
  const parts = note.parts.map((part) => (typeof part === 'string' ? part : cellText(part, names.get(part.cell) ?? null, plan.locale)));
  return `${[headText(note), ...parts].join('\n\n')}\n`;
}

/** @param name the file of the cell in the note's archive; null for a cell of another note */
function cellText(recorded: RecordedCell, name: string | null, locale: Locale): string {
  const { cell } = recorded;
  const code: RootContent = { type: 'code', lang: COMMON_NAMES[cell.language] ?? cell.language, value: cell.source };
  return markdownText([...(name === null ? [] : commandNodes(cellCommand(cell, name), name)), code, ...outputNodes(recorded, locale)]);
}

function outputNodes(recorded: RecordedCell, locale: Locale): readonly RootContent[] {
  const labels = downloadLabels[locale];
  if (recorded.state !== 'fresh') return [textNode(labels.notRecorded)];
  const text = outputsText(recorded.recording.outputs, outputLabels[locale]);
  return text === '' ? [textNode(cellLabels[locale].noOutput)] : [textNode(labels.recorded), { type: 'code', lang: 'text', value: text }];
}

/** How a program is made and run by hand; cells of Python share a kernel, and a header is for the others. */
function commandNodes(command: string, name: string): readonly RootContent[] {
  if (!/^(?:nvcc|bash) /u.test(command)) return [];
  return [{ type: 'paragraph', children: [{ type: 'inlineCode', value: name }, { type: 'text', value: ': ' }, { type: 'inlineCode', value: command }] }];
}

function textNode(value: string): RootContent {
  return { type: 'paragraph', children: [{ type: 'text', value }] };
}
