import { escapeHtml } from './escape-html.ts';
import type { OutputLabels } from './labels.ts';
import { GAP_MIME_TYPE, gapCause } from './output-gap.ts';
import type { IError, IOutput, MimeBundle } from './output.ts';
import { streamClasses, textHtml } from './render-text.ts';
import { plainText } from './terminal-text.ts';
import { withCode } from './with-code.ts';

interface TextContext {
  readonly labels: OutputLabels;
  /** Lines of a text that are shown; as many as TextBlocks keeps where it is left out. */
  readonly maxLines?: number | undefined;
}

/**
 * One output as HTML; empty only for an empty stream and for a bundle that shows nothing.
 * @param bundleHtml asked for bundles that are more than text
 */
export function outputHtml(
  output: IOutput, context: TextContext, bundleHtml: (bundle: MimeBundle, metadata: MimeBundle) => string,
): string {
  switch (output.output_type) {
    case 'stream':
      return textHtml(output.text, streamClasses(output.name), context.labels, context.maxLines);
    case 'error':
      return errorHtml(output, context);
    case 'display_data':
    case 'execute_result': {
      const html = simpleHtml(output.data, context) ?? bundleHtml(output.data, output.metadata);
      const kind = output.output_type === 'display_data' ? 'output-display' : 'output-result';
      return html === '' ? '' : `<div class="output-bundle ${kind}">${html}</div>`;
    }
  }
}

/** Of a bundle that has text alone, or marks a gap. */
function simpleHtml(bundle: MimeBundle, { labels, maxLines }: TextContext): string | undefined {
  const cause = gapCause(bundle[GAP_MIME_TYPE]);
  if (cause) return `<p class="output-gap" role="note">${withCode(labels.gap[cause])}</p>`;
  const { 'text/plain': text, ...others } = bundle;
  return typeof text === 'string' && Object.keys(others).length === 0 ? textHtml(text, 'output-plain', labels, maxLines) : undefined;
}

function errorHtml(error: IError, { labels, maxLines }: TextContext): string {
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
