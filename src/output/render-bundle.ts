import { CUDA_MIME_TYPE } from '../cuda/cuda-mime-type.ts';
import { toBase64 } from './base64.ts';
import { escapeHtml } from './escape-html.ts';
import type { OutputLabels } from './labels.ts';
import { isJsonMimeType, type MimeBundle } from './output.ts';
import { frameOfferHtml, isActiveHtml, largeFrameHtml } from './render-frame.ts';
import { type PictureFileOf, rasterHtml, svgHtml } from './render-image.ts';
import { textHtml } from './render-text.ts';
import { scopedHtml } from './scoped-style.ts';
import { noteHtml } from './text-blocks.ts';
import type { Typeset } from './typeset.ts';
import { WIDGET_MIME_TYPE } from './widget-state.ts';

/** What rendering a bundle needs from outside. */
export interface BundleContext {
  readonly labels: OutputLabels;
  /** Turns HTML from an output into HTML that is safe in the page: sanitizeBuildHtml or createBrowserSanitizer(). */
  readonly sanitizeHtml: (html: string) => string;
  /** Asked where LaTeX or Markdown is shown; their source is shown where it is left out, or gives nothing yet. */
  readonly typeset?: (() => Typeset | undefined) | undefined;
  /** The HTML of a message of the CUDA helper; undefined for what is none, and where this is left out: its text is shown then. */
  readonly cudaHtml?: ((data: unknown) => string | undefined) | undefined;
  /** The longest HTML with scripts that the page may carry, in UTF-16 units; any where it is left out. */
  readonly maxFrameHtml?: number | undefined;
  /** Where SVG pictures are files of the site; a page carries them where it is left out. */
  readonly pictureFile?: PictureFileOf | undefined;
  /** Lines of a text that are shown; as many as TextBlocks keeps where it is left out. */
  readonly maxLines?: number | undefined;
  /** The HTML of a Jupyter widget's view; undefined for one that is not known, and where this is left out: its text is shown then. */
  readonly widgetHtml?: ((data: unknown, context: BundleContext) => string | undefined) | undefined;
}

/** Gives HTML, or undefined where the data cannot be shown as this type. */
type Renderer = (data: unknown, bundle: MimeBundle, metadata: MimeBundle, context: BundleContext) => string | undefined;

const raster =
  (mimeType: string): Renderer =>
  (data, bundle, metadata, { labels }) =>
    rasterHtml(mimeType, data, bundle, metadata, labels);

/** Best first. `text/plain` stays last: it is what a kernel sends beside everything else. */
const RENDERERS: readonly (readonly [mimeType: string, render: Renderer])[] = [
  [CUDA_MIME_TYPE, (data, _bundle, _metadata, { cudaHtml }) => cudaHtml?.(data)],
  [WIDGET_MIME_TYPE, (data, _bundle, _metadata, context) => context.widgetHtml?.(data, context)],
  ['text/html', (data, _bundle, _metadata, { sanitizeHtml }) => {
    const html = typeof data === 'string' ? scopedHtml(data, sanitizeHtml) : '';
    return hasContent(html) ? `<div class="output-html">${html}</div>` : undefined;
  }],
  ['image/svg+xml', (data, bundle, metadata, { labels, pictureFile }) => svgHtml(data, bundle, metadata, labels, pictureFile)],
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp'].map((mimeType) => [mimeType, raster(mimeType)] as const),
  ['text/latex', (data, _bundle, _metadata, { typeset }) => {
    if (typeof data !== 'string') return undefined;
    const html = typeset?.()?.latexHtml(data);
    return html === undefined ? `<code class="output-latex">${escapeHtml(data)}</code>` : `<div class="output-math">${html}</div>`;
  }],
  ['text/markdown', (data, _bundle, _metadata, { typeset, sanitizeHtml, labels }) => {
    if (typeof data !== 'string') return undefined;
    const html = typeset?.()?.markdownHtml(data, sanitizeHtml);
    return html === undefined ? textHtml(data, 'output-markdown', labels) : `<div class="output-html output-prose">${html}</div>`;
  }],
  ['application/json', (data, _bundle, _metadata, context) => jsonHtml(data, context)],
  ['text/plain', (data, _bundle, _metadata, { labels, maxLines }) => (
    typeof data === 'string' ? textHtml(data, 'output-plain', labels, maxLines) : undefined
  )],
];

/**
 * The best form of a MIME bundle as HTML. What the page cannot show is named where only plain text or nothing is left;
 * a bundle is blank only if it says so itself (a CUDA program that ended well, a widget that was closed).
 */
export function bundleHtml(bundle: MimeBundle, metadata: MimeBundle, context: BundleContext): string {
  const offer = frameHtml(bundle['text/html'], context);
  return stillHtml(bundle, metadata, context, offer === '' ? [] : ['text/html']) + offer;
}

function frameHtml(html: unknown, { labels, maxFrameHtml = Number.POSITIVE_INFINITY }: BundleContext): string {
  if (typeof html !== 'string' || !isActiveHtml(html)) return '';
  return html.length > maxFrameHtml ? largeFrameHtml(html, labels) : frameOfferHtml(html, labels);
}

/** The best form that runs nothing. Of types that are `offered` besides, nothing is said. */
function stillHtml(bundle: MimeBundle, metadata: MimeBundle, context: BundleContext, offered: readonly string[]): string {
  const refused: string[] = Object.keys(bundle).filter((type) => !RENDERERS.some(([mimeType]) => mimeType === type));
  for (const [mimeType, render] of RENDERERS) {
    if (!Object.hasOwn(bundle, mimeType)) continue;
    const html = render(bundle[mimeType], bundle, metadata, context);
    if (html === undefined && !offered.includes(mimeType)) refused.push(mimeType);
    if (html === undefined) continue;
    if (mimeType !== 'text/plain' || refused.length === 0) return html;
    return html + noteHtml(context.labels.cannotShow(refused.join(', '))) + jsonFolds(bundle, refused, context);
  }
  return offered.length > 0 && refused.length === 0 ? '' : placeholderHtml(bundle, refused, context);
}

function placeholderHtml(bundle: MimeBundle, refused: readonly string[], context: BundleContext): string {
  // Without a single type there is nothing to name, but an output was announced.
  const names = refused.length > 0 ? refused.join(', ') : '{}';
  return (
    `<div class="output-placeholder"><p>${escapeHtml(context.labels.cannotShow(names))}</p>` +
    `${jsonFolds(bundle, refused, context)}</div>`
  );
}

function jsonFolds(bundle: MimeBundle, mimeTypes: readonly string[], context: BundleContext): string {
  return mimeTypes
    .filter((mimeType) => isJsonMimeType(mimeType) && mimeType !== WIDGET_MIME_TYPE)
    .map(
      (mimeType) =>
        `<details class="output-data"><summary>${escapeHtml(context.labels.data)} <code>${escapeHtml(mimeType)}</code></summary>` +
        `${jsonHtml(bundle[mimeType], context)}${saveLinkHtml(mimeType, bundle[mimeType], context.labels)}</details>`,
    )
    .join('');
}

function saveLinkHtml(mimeType: string, data: unknown, labels: OutputLabels): string {
  const name = mimeType.replace(/^application\//u, '').replace(/\+json$/u, '.json');
  const address = `data:application/json;base64,${toBase64(JSON.stringify(data))}`;
  return `<a class="output-save" download="${escapeHtml(name)}" href="${address}">${escapeHtml(labels.saveData)}</a>`;
}

function jsonHtml(data: unknown, { labels, maxLines }: BundleContext): string {
  return textHtml(JSON.stringify(data, null, 2), 'output-json', labels, maxLines);
}

/** Sanitised HTML that would show something: text, an image or a rule. */
function hasContent(html: string): boolean {
  return /<(?:img|hr)\b/iu.test(html) || html.replace(/^<style>[^<]*<\/style>|<[^>]*>/gu, '').trim() !== '';
}
