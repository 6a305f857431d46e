import { z } from 'zod';
import { parseOutput } from '../../src/output/output.ts';
import type { PrintingCell } from './output-run.ts';
import { NotCheckable } from './verdict.ts';

const source = z.union([z.string(), z.array(z.string())]).transform((text) => (typeof text === 'string' ? text : text.join('')));

const notebook = z.object({
  nbformat: z.literal(4),
  cells: z.array(z.object({ cell_type: z.string(), source: source.default(''), outputs: z.array(z.unknown()).default([]) })),
});

/** The code cells of a notebook, their outputs read by the product, and the prose between them, which no page of it shows yet. */
export interface NotebookOutputs {
  readonly cells: readonly PrintingCell[];
  readonly prose: string;
}

/** Throws NotCheckable for a notebook of another format. */
export function readNotebookOutputs(text: string): NotebookOutputs {
  const result = notebook.safeParse(parseJson(text));
  if (!result.success) {
    throw new NotCheckable(`the product has no reader for notebooks of other formats yet (${result.error.issues[0]?.path.join('.') ?? ''} is not nbformat 4)`);
  }
  const { cells } = result.data;
  return {
    cells: cells.filter(({ cell_type }) => cell_type === 'code').map(({ outputs, source: code }) => ({ code, outputs: outputs.map(parseOutput) })),
    prose: cells.filter(({ cell_type }) => cell_type !== 'code').map((cell) => cell.source).join('\n'),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NotCheckable('the product has no pages for notebooks of their own yet, so none that must refuse a broken one', { cause });
  }
}
