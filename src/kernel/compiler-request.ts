import { cellCode } from '../cell/cell-code.ts';
import type { Cell } from '../cell/cell.ts';

/** What `compiler_view.py` is asked for. */
export type CompilerRequest =
  | {
    /** The first line of the cell, its magic. */
    readonly magic: string;
    readonly source: string;
    /** Named files of other cells, by their names. */
    readonly files: Readonly<Record<string, string>>;
    /** In place of the cell's own arguments for nvcc. */
    readonly flags: string | null;
  }
  | { readonly open: string };

/** A request to look at a cell, given the cells above that it depends on. */
export function viewRequest(cell: Cell, above: readonly Cell[], flags: string | null): CompilerRequest {
  const files = Object.fromEntries(above.flatMap(({ options, source }) => (options.files === null ? [] : [[options.files, source]])));
  const [magic = ''] = cellCode(cell).split('\n', 1);
  return { magic, source: cell.source, files, flags };
}

/** The code that a kernel with the CUDA helper runs for a request; it leaves no name behind. */
export function compilerCode(helper: string, request: CompilerRequest): string {
  // A string of JSON is one of Python's as well.
  const text = JSON.stringify(JSON.stringify(request));
  return `${helper}\ntry:\n    _warpnotes_view(__import__('json').loads(${text}))\nfinally:\n    del _warpnotes_view\n`;
}
