import * as v from 'valibot';
import { cudaMessageSchema, type CudaBuild } from '../cuda/cuda-message.ts';
import { builtFile, lineMarks } from '../cuda/line-marks.ts';
import { localeOf } from '../i18n/locale.ts';
import { lineMarkHtml } from '../output/render-cuda.ts';
import type { MarkedLine } from '../output/marked-code.ts';
import { liveLabels } from './live-context.ts';
import { liveNoteHref } from './note-href.ts';

/** A cell of the page that a build may say something of. */
export interface MarkedCell {
  /** The name under which other cells include it; null where it saves none. */
  readonly file: string | null;
  readonly cellCode: { text(): string; mark(marks: readonly MarkedLine[] | null, text: string): void };
}

/**
 * Shows what a build said at the lines of the cell that it compiled, and at those of other cells whose files it read.
 * @param message as it came from the kernel; what is no build is passed over
 * @param text what the cell sent
 */
export async function markCells(message: unknown, cell: MarkedCell, text: string, cells: readonly MarkedCell[]): Promise<void> {
  const parsed = v.safeParse(cudaMessageSchema, message);
  if (!parsed.success || parsed.output.kind !== 'build') return;
  const build = parsed.output;
  const marked = await markOf(build);
  cell.cellCode.mark(marked(builtFile(build), text), text);
  for (const other of cells) {
    if (other === cell || other.file === null) continue;
    const code = other.cellCode.text();
    const marks = marked(other.file, code);
    if (marks.length > 0) other.cellCode.mark(marks, code);
  }
}

async function markOf(build: CudaBuild): Promise<(file: string, source: string) => readonly MarkedLine[]> {
  const labels = await liveLabels(localeOf(document.documentElement.lang));
  return (file, source) => lineMarks(build, file, source)
    .map((mark) => ({ line: mark.line, html: lineMarkHtml(mark, labels, liveNoteHref) }));
}
