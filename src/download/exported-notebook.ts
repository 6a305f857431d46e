import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharesNames } from '../cell/cell.ts';
import { cellLabels } from '../i18n/cell-labels.ts';
import { languageTag, type Locale } from '../i18n/locale.ts';
import { helperText } from '../kernel/helper-files.ts';
import type { Note } from '../note/note.ts';
import type { RecordedCell } from '../notebook/recording-state.ts';
import { downloadLabels } from './download-labels.ts';
import { exportedNote, headText, type ExportPlan } from './exported-note.ts';
import { codeCell, markdownCell, setupCell, type NotebookCell } from './notebook-cells.ts';

/**
 * A note as a notebook (nbformat 4.5) for any Jupyter: its text as Markdown, its cells with the outputs that are fresh, and a
 * cell before them that gives the kernel `%%cuda` where a cell needs that. Throws what reading the note or its recording throws.
 */
export async function exportedNotebook(plan: ExportPlan): Promise<string> {
  const { root, id, locale } = plan;
  const note = await exportedNote(plan);
  const { recorded, parts } = note;
  const labels = downloadLabels[locale];
  const helper = parts.some((part) => typeof part === 'object' && !sharesNames(part.cell))
    ? `# ${labels.setupComment}\n${await helperText((file) => readFile(join(root, file), 'utf8'))}`.trimEnd()
    : null;
  const head = headText(note, [needsText(recorded.note), ...importsText(recorded.cells, locale)]);
  const notebook = {
    cells: notebookCells(helper === null ? head : `${head}\n\n${labels.setup}`, helper, parts),
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
