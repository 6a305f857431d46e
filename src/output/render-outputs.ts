import type { IOutput } from './output.ts';
import { type BundleContext, bundleHtml } from './render-bundle.ts';
import { outputHtml } from './render-output.ts';

export type RenderContext = BundleContext;

/** The outputs of a cell as HTML. Adjacent streams of one name are one text, so an unclosed colour carries on. */
export function renderOutputs(outputs: readonly IOutput[], context: RenderContext): string {
  return joinStreams(outputs)
    .map((output) => renderOutput(output, context))
    .join('');
}

/** One output as HTML, of whatever kind. */
export function renderOutput(output: IOutput, context: RenderContext): string {
  return outputHtml(output, context, (bundle, metadata) => bundleHtml(bundle, metadata, context));
}

/** Outputs with adjacent streams of one name as one stream. */
export function joinStreams(outputs: readonly IOutput[]): readonly IOutput[] {
  const joined: IOutput[] = [];
  for (const output of outputs) {
    const last = joined.at(-1);
    if (last?.output_type === 'stream' && output.output_type === 'stream' && last.name === output.name) {
      joined[joined.length - 1] = { ...last, text: last.text + output.text };
    } else joined.push(output);
  }
  return joined;
}
