import { CUDA_MIME_TYPE, cudaMessageSchema } from '../cuda/cuda-message.ts';
import { escapeHtml } from './escape-html.ts';
import type { OutputLabels } from './labels.ts';
import { GAP_MIME_TYPE, gapCause } from './output-gap.ts';
import { isJsonMimeType, type MimeBundle } from './output.ts';
import { cudaHtml, withCode } from './render-cuda.ts';
import { rasterHtml, svgHtml } from './render-image.ts';
import { textHtml } from './render-text.ts';
import { noteHtml } from './text-blocks.ts';

/** What rendering a bundle needs from outside. */
export interface BundleContext {
  readonly labels: OutputLabels;
  readonly sanitizeHtml: (html: string) => string;
}

/** Gives HTML, or undefined where the data cannot be shown as this type. */
type Renderer = (data: unknown, bundle: MimeBundle, metadata: MimeBundle, context: BundleContext) => string | undefined;

const asText =
  (className: string): Renderer =>
  (data, _bundle, _metadata, { labels }) =>
    typeof data === 'string' ? textHtml(data, className, labels) : undefined;

const raster =
  (mimeType: string): Renderer =>
  (data, bundle, metadata, { labels }) =>
    rasterHtml(mimeType, data, bundle, metadata, labels);

/** Best first. `text/plain` stays last: it is what a kernel sends beside everything else. */
const RENDERERS: readonly (readonly [mimeType: string, render: Renderer])[] = [
  [CUDA_MIME_TYPE, (data, _bundle, _metadata, { labels }) => {
    const message = cudaMessageSchema.safeParse(data);
    return message.success ? cudaHtml(message.data, labels) : undefined;
  }],
  [GAP_MIME_TYPE, (data, _bundle, _metadata, { labels }) => {
    const cause = gapCause(data);
    return cause && `<p class="output-gap" role="note">${withCode(labels.gap[cause])}</p>`;
  }],
  ['text/html', (data, _bundle, _metadata, { sanitizeHtml }) => {
    const html = typeof data === 'string' ? sanitizeHtml(data) : '';
    return hasContent(html) ? `<div class="output-html">${html}</div>` : undefined;
  }],
  ['image/svg+xml', (data, bundle, metadata, { labels }) => svgHtml(data, bundle, metadata, labels)],
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp'].map((mimeType) => [mimeType, raster(mimeType)] as const),
  ['text/latex', (data) =>
    typeof data === 'string' ? `<code class="output-latex">${escapeHtml(data)}</code>` : undefined],
  ['text/markdown', asText('output-markdown')],
  ['application/json', (data, _bundle, _metadata, { labels }) => jsonHtml(data, labels)],
  ['text/plain', asText('output-plain')],
];

/**
 * The best form of a MIME bundle as HTML. What the page cannot show is named where only plain text or nothing is left;
 * a bundle is blank only if it says so itself (a CUDA program that ended well).
 */
export function bundleHtml(bundle: MimeBundle, metadata: MimeBundle, context: BundleContext): string {
  const refused: string[] = Object.keys(bundle).filter((type) => !RENDERERS.some(([mimeType]) => mimeType === type));
  for (const [mimeType, render] of RENDERERS) {
    if (!Object.hasOwn(bundle, mimeType)) continue;
    const html = render(bundle[mimeType], bundle, metadata, context);
    if (html === undefined) refused.push(mimeType);
    else if (mimeType !== 'text/plain' || refused.length === 0) return html;
    else return html + noteHtml(context.labels.cannotShow(refused.join(', '))) + jsonFolds(bundle, refused, context);
  }
  return placeholderHtml(bundle, refused, context);
}

function placeholderHtml(bundle: MimeBundle, refused: readonly string[], context: BundleContext): string {
  // Without a single type there is nothing to name, but an output was announced.
  const names = refused.length > 0 ? refused.join(', ') : '{}';
  return (
    `<div class="output-placeholder"><p>${escapeHtml(context.labels.cannotShow(names))}</p>` +
    `${jsonFolds(bundle, refused, context)}</div>`
  );
}

function jsonFolds(bundle: MimeBundle, mimeTypes: readonly string[], { labels }: BundleContext): string {
  return mimeTypes
    .filter(isJsonMimeType)
    .map(
      (mimeType) =>
        `<details class="output-data"><summary>${escapeHtml(labels.data)} <code>${escapeHtml(mimeType)}</code></summary>` +
        `${jsonHtml(bundle[mimeType], labels)}</details>`,
    )
    .join('');
}

function jsonHtml(data: unknown, labels: OutputLabels): string {
  return textHtml(JSON.stringify(data, null, 2), 'output-json', labels);
}

/** Sanitised HTML that would show something: text, an image or a rule. */
function hasContent(html: string): boolean {
  return /<(?:img|hr)\b/iu.test(html) || html.replace(/<[^>]*>/gu, '').trim() !== '';
}
