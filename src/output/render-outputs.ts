import { escapeHtml } from './escape-html.ts';
import type { OutputLabels } from './labels.ts';
import type { IError, IOutput } from './output.ts';
import { type BundleContext, bundleHtml } from './render-bundle.ts';
import { streamClasses, textHtml } from './render-text.ts';
import { plainText } from './terminal-text.ts';

export type RenderContext = BundleContext;

/** The outputs of a cell as HTML. Adjacent streams of one name are one text, so an unclosed colour carries on. */
export function renderOutputs(outputs: readonly IOutput[], context: RenderContext): string {
  return joinStreams(outputs)
    .map((output) => renderOutput(output, context))
    .join('');
}

/** One output as HTML; empty only for an empty stream and for a CUDA program that ended well. */
export function renderOutput(output: IOutput, context: RenderContext): string {
  const { labels, maxLines } = context;
  switch (output.output_type) {
    case 'stream':
      return textHtml(output.text, streamClasses(output.name), labels, maxLines);
    case 'error':
      return errorHtml(output, context);
    case 'display_data':
    case 'execute_result': {
      const html = bundleHtml(output.data, output.metadata, context);
      const kind = output.output_type === 'display_data' ? 'output-display' : 'output-result';
      return html === '' ? '' : `<div class="output-bundle ${kind}">${html}</div>`;
    }
  }
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

function errorHtml(error: IError, { labels, maxLines }: RenderContext): string {
  const title = errorTitle(error, labels);
  const heading = title === '' ? '' : `<p class="output-error-title">${escapeHtml(title)}</p>`;
  const text = error.traceback.join('\n');
  // The helper's own errors have one line, which the heading says.
  const traceback = plainText(text).trim() === title ? '' : textHtml(text, 'output-traceback', labels, maxLines);
  return `<div class="output-error">${heading}${traceback}</div>`;
}

function errorTitle({ ename, evalue, traceback }: IError, labels: OutputLabels): string {
  const title = [ename, evalue].map((part) => plainText(part).trim()).filter((part) => part !== '').join(': ');
  return title === '' && traceback.join('').trim() === '' ? labels.unknownError : title;
}
