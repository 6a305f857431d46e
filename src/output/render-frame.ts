import { toBase64 } from './base64.ts';
import { escapeHtml } from './escape-html.ts';
import { formatSize, type OutputLabels } from './labels.ts';

/** What the sanitiser takes away although it may be the point: scripts and handlers, fields, frames, drawings, media. */
const ACTIVE =
  /<(?:script|iframe|object|embed|form|input|button|select|textarea|canvas|video|audio|svg|math)\b|<[^>]*\son[a-z]+\s*=/iu;

/** True for HTML that may show more in a frame of its own than in the page. */
export function isActiveHtml(html: string): boolean {
  return ACTIVE.test(html);
}

/** What a built page carries of one such output, in UTF-16 units; more would be loaded by every visitor of the page. */
export const MAX_BUILT_HTML = 1_000_000;

/** In place of an offer whose HTML the page does not carry. */
export function largeFrameHtml(html: string, labels: OutputLabels): string {
  return `<div class="output-placeholder"><p>${escapeHtml(labels.frameLarge(formatSize(html.length)))}</p></div>`;
}

/**
 * An offer to show HTML in a sandboxed frame (elements/output-frame.ts), which runs nothing by itself. The HTML travels as
 * base64, so that no part of it is markup of the page. Without the element nothing is seen.
 */
export function frameOfferHtml(html: string, labels: OutputLabels): string {
  return (
    `<output-frame data-title="${escapeHtml(labels.frameTitle)}" data-failed="${escapeHtml(labels.frameFailed)}">` +
    `<button type="button" data-hide="${escapeHtml(labels.hideFrame)}" hidden>${escapeHtml(labels.showFrame)}</button>` +
    `<p class="output-note">${escapeHtml(labels.frameNote)}</p><script type="text/plain">${toBase64(html)}</script></output-frame>`
  );
}
