import type { OutputLabels } from './labels.ts';
import { TextBlocks } from './text-blocks.ts';

/** Classes of the `<pre>` elements of a stream. */
export function streamClasses(name: 'stdout' | 'stderr'): string {
  return `output-stream output-${name}`;
}

/** Whole terminal text as HTML; see TextBlocks. What was left out is said in its place, after the first block. */
export function textHtml(raw: string, className: string, labels: OutputLabels, maxLines?: number): string {
  const text = new TextBlocks(className, labels, maxLines);
  text.write(raw);
  const [first, ...rest] = text.blocks().map(({ html }) => html);
  return first === undefined ? '' : first + text.note + rest.join('');
}
