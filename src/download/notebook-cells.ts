import { cellCode } from '../cell/cell-code.ts';
import { lines, nbformatOutput } from '../notebook/recorded-notebook.ts';
import type { RecordedCell } from '../notebook/recording-state.ts';

/** A cell of nbformat 4.5 (https://nbformat.readthedocs.io/en/latest/format_description.html), its keys in a stable order. */
export interface NotebookCell {
  readonly cell_type: 'markdown' | 'code';
  readonly id: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly source: readonly string[];
  readonly execution_count?: number | null;
  readonly outputs?: readonly unknown[];
}

/** @param id with an underscore, which ids of a note's cells never have */
export function markdownCell(id: string, text: string): NotebookCell {
  return { cell_type: 'markdown', id, metadata: {}, source: lines(text) };
}

/** A cell for the kernel alone: folded in JupyterLab, without outputs. */
export function setupCell(source: string): NotebookCell {
  return { cell_type: 'code', execution_count: null, id: SETUP_ID, metadata: { jupyter: { source_hidden: true }, tags: ['setup'] }, outputs: [], source: lines(source) };
}

const SETUP_ID = 'warpnotes_setup';

/**
 * A runnable cell as it is sent to the kernel, with its outputs where the recording is of this very code. One that has to fail
 * bears the tag on which Jupyter goes on to the next.
 * @param count its place among the notebook's code cells, from 1
 */
export function codeCell(recorded: RecordedCell, count: number): NotebookCell {
  const { cell, state } = recorded;
  const { id, hide, expectError } = cell.options;
  return {
    cell_type: 'code',
    execution_count: state === 'fresh' ? count : null,
    id,
    metadata: { ...(hide && { jupyter: { source_hidden: true } }), ...(expectError && { tags: ['raises-exception'] }) },
    outputs: state === 'fresh' ? recorded.recording.outputs.map((output) => nbformatOutput(output, count)) : [],
    source: lines(cellCode(cell)),
  };
}
