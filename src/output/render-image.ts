import { escapeHtml } from './escape-html.ts';
import type { OutputLabels } from './labels.ts';
import type { MimeBundle } from './output.ts';
import { plainText } from './terminal-text.ts';

/** A base64 picture as `<img>` with a data: address; undefined if the data is not base64. */
export function rasterHtml(
  mimeType: string,
  data: unknown,
  bundle: MimeBundle,
  metadata: MimeBundle,
  labels: OutputLabels,
): string | undefined {
  if (typeof data !== 'string') return undefined;
  const base64 = data.replace(/\s+/gu, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/u.test(base64)) return undefined;
  return imageHtml(`data:${mimeType};base64,${base64}`, mimeType, bundle, metadata, labels);
}

/** A picture that is a file of the site, and its size in CSS pixels. */
export interface PictureFile {
  readonly address: string;
  readonly width: number;
  readonly height: number;
}

/** The file that holds a compact SVG; undefined for one that the page has to carry. */
export type PictureFileOf = (svg: string) => PictureFile | undefined;

/** An SVG as `<img>`, where it runs no script and loads nothing; undefined if the text has no svg element. */
export function svgHtml(
  data: unknown,
  bundle: MimeBundle,
  metadata: MimeBundle,
  labels: OutputLabels,
  fileOf?: PictureFileOf,
): string | undefined {
  const svg = compactSvg(data);
  if (svg === undefined) return undefined;
  const file = fileOf?.(svg);
  if (!file) return imageHtml(`data:image/svg+xml,${encodedSvg(svg)}`, 'image/svg+xml', bundle, metadata, labels);
  return imageHtml(file.address, 'image/svg+xml', bundle, { width: file.width, height: file.height, ...metadata }, labels, ' loading="lazy" decoding="async"');
}

/** Where space may be seen: texts in parts, and text that keeps its space. */
const SEEN_SPACE = /<tspan|<pre|xml:space|white-space|<!\[CDATA\[/u;

/** An SVG as a document of its own, without what is not drawn; undefined if the text has no svg element. */
export function compactSvg(data: unknown): string | undefined {
  if (typeof data !== 'string' || !/<svg[\s>/]/iu.test(data)) return undefined;
  // An image document, unlike inline SVG, needs the namespace.
  const svg = /xmlns\s*=/u.test(data) ? data : data.replace(/<svg(?=[\s>/])/iu, '<svg xmlns="http://www.w3.org/2000/svg"');
  const drawn = svg.toWellFormed().replace(/<metadata>[^]*?<\/metadata>|<!--[^]*?-->/gu, '');
  return SEEN_SPACE.test(drawn) ? drawn : drawn.replace(/>\s*\n\s*</gu, '><').replace(/\s+/gu, ' ').trim();
}

/** For a data: address in an attribute. What needs no escape there has none: a third fewer bytes. */
function encodedSvg(svg: string): string {
  return encodeURIComponent(svg).replace(/%(?:20|2C|2F|3A|3B|3D)/gu, decodeURIComponent).replaceAll("'", '%27');
}

function imageHtml(
  address: string,
  mimeType: string,
  bundle: MimeBundle,
  metadata: MimeBundle,
  labels: OutputLabels,
  loading = '',
): string {
  const own = metadata[mimeType];
  const details: MimeBundle = typeof own === 'object' && own !== null ? { ...metadata, ...own } : metadata;
  const alt = [details['alt'], bundle['text/plain']].find((text) => typeof text === 'string' && text.trim() !== '');
  const text = typeof alt === 'string' ? plainText(alt).trim() : labels.image;
  const size = (['width', 'height'] as const).map((name) => sizeAttribute(name, details[name])).join('');
  return `<img class="output-image" src="${escapeHtml(address)}" alt="${escapeHtml(text)}"${size}${loading}>`;
}

/** nbformat has CSS pixels here, as a number; some tools write the number as text. */
function sizeAttribute(name: 'width' | 'height', value: unknown): string {
  const pixels = typeof value === 'string' && /^\d+(?:\.\d+)?(?:px)?$/u.test(value) ? Number.parseFloat(value) : value;
  return typeof pixels === 'number' && pixels > 0 && pixels < 100_000 ? ` ${name}="${Math.round(pixels)}"` : '';
}
