import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseMetrics } from '../../src/cell/metrics.ts';

const text = z.union([z.string(), z.array(z.string()).transform((parts) => parts.join(''))]);
const notebook = z.object({
  cells: z.array(z.object({
    id: z.string(),
    outputs: z.array(z.object({ text: text.optional(), data: z.object({ 'image/svg+xml': text.optional() }).optional() })).default([]),
  })),
});

function outputsOf(note: string, cellId: string) {
  const { cells } = notebook.parse(JSON.parse(readFileSync(`notebooks/${note}.ipynb`, 'utf8')));
  const cell = cells.find(({ id }) => id === cellId);
  if (!cell) throw new Error(`notebooks/${note}.ipynb has no cell "${cellId}"`);
  return cell.outputs;
}

/** What a recorded cell printed. */
export function recordedText(note: string, cellId: string): string {
  return outputsOf(note, cellId).map((output) => output.text ?? '').join('');
}

/** The SVG that a recorded cell drew. */
export function recordedPicture(note: string, cellId: string): string {
  return outputsOf(note, cellId).map(({ data }) => data?.['image/svg+xml'] ?? '').join('');
}

/** The numbers that a recorded cell printed, by their labels. */
export function recordedNumbers(note: string, cellId: string): ReadonlyMap<string, number> {
  return new Map(parseMetrics(recordedText(note, cellId)).map(({ label, value }) => [label, value]));
}
