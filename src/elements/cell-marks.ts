import * as v from 'valibot';
import { cudaMessageSchema, type CudaBuild } from '../cuda/cuda-message.ts';
import { builtFile, lineMarks } from '../cuda/line-marks.ts';
import type { CudaLabels } from '../output/cuda-labels.ts';
import { lineMarkHtml } from '../output/render-cuda.ts';
import { findingMarks } from '../output/render-tools.ts';
import type { MarkedLine } from '../output/marked-code.ts';
import { liveCudaLabels } from './live-context.ts';
import { liveNoteHref } from './note-href.ts';

/** A cell of the page that a build may say something of. */
export interface MarkedCell {
  /** The name under which other cells include it; null where it saves none. */
  readonly file: string | null;
  readonly cellCode: { text(): string; mark(marks: readonly MarkedLine[] | null, text: string): void };
}

/** What the build of a cell's last run said, by its lines: what a tool finds in that run comes beside it. */
const built = new WeakMap<MarkedCell, readonly MarkedLine[]>();

/**
 * Shows what a build said at the lines of the cell that it compiled, and at those of other cells whose files it read; and what a
 * tool found in the program.
 * @param message as it came from the kernel; one of another kind is passed over
 * @param text what the cell sent
 */
export async function markCells(message: unknown, cell: MarkedCell, text: string, cells: readonly MarkedCell[]): Promise<void> {
  const parsed = v.safeParse(cudaMessageSchema, message);
  if (!parsed.success) return;
  const labels = await liveCudaLabels();
  if (parsed.output.kind === 'build') {
    const build = parsed.output;
    const marks = buildMarks(build, builtFile(build), text, labels);
    built.set(cell, marks);
    cell.cellCode.mark(marks, text);
    markOthers(cell, cells, (file, source) => buildMarks(build, file, source, labels));
  } else if (parsed.output.kind === 'check') {
    const check = parsed.output;
    cell.cellCode.mark([...built.get(cell) ?? [], ...findingMarks(check, check.file, labels)], text);
    markOthers(cell, cells, (file) => findingMarks(check, file, labels));
  }
}

/** The cells that save a file, at the lines of it that are meant. */
function markOthers(
  cell: MarkedCell, cells: readonly MarkedCell[], marksOf: (file: string, source: string) => readonly MarkedLine[],
): void {
  for (const other of cells) {
    if (other === cell || other.file === null) continue;
    const code = other.cellCode.text();
    const marks = marksOf(other.file, code);
    if (marks.length > 0) other.cellCode.mark(marks, code);
  }
}

function buildMarks(build: CudaBuild, file: string, source: string, labels: CudaLabels): readonly MarkedLine[] {
  return lineMarks(build, file, source).map((mark) => ({ line: mark.line, html: lineMarkHtml(mark, labels, liveNoteHref) }));
}
