import { z } from 'zod';
import type { ExportPlan } from '../../src/download/exported-note.ts';
import { exportedNotebook } from '../../src/download/exported-notebook.ts';
import { noteText, temporaryProject } from '../note/note-text.ts';
import { helperFiles } from '../kernel/support/jupyter-server.ts';

/** A project with the note cuda/a, its Chinese twin where one is given, and what an export reads besides. */
export async function exportProject(english: string, chinese?: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  return temporaryProject({
    'notes/cuda/a.mdx': noteText(english),
    ...(chinese !== undefined && { 'notes/zh-cn/cuda/a.mdx': noteText(chinese, { title: '一篇笔记', description: '它讲什么。' }) }),
    'notes/planned.yaml': "- { id: cuda/later, order: 9, en: 'Later', zh-cn: '以后' }\n",
    ...helperFiles,
    ...files,
  });
}

const notebook = z.object({
  nbformat: z.literal(4), nbformat_minor: z.literal(5),
  cells: z.array(z.object({
    cell_type: z.enum(['markdown', 'code']), id: z.string(), metadata: z.record(z.string(), z.unknown()),
    source: z.array(z.string()).transform((lines) => lines.join('')),
    execution_count: z.number().nullable().optional(), outputs: z.array(z.unknown()).optional(),
  })),
});

/** The notebook of cuda/a, read again. */
export async function exported(root: string, plan: Partial<ExportPlan> = {}) {
  return notebook.parse(JSON.parse(await exportedNotebook({ root, id: 'cuda/a', locale: 'en', siteUrl: null, ...plan })));
}

/** The Markdown of the notebook without its first cell. */
export async function exportedMarkdown(root: string, plan: Partial<ExportPlan> = {}): Promise<string> {
  const { cells } = await exported(root, plan);
  return cells.filter(({ cell_type }) => cell_type === 'markdown').slice(1).map(({ source }) => source).join('\n\n');
}
