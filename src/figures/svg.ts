/** Pieces of SVG and HTML as text, for drawings that build and browser make alike. */

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** A coordinate with at most two decimals. */
export function at(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A drawing as wide as its column, in units of about a CSS pixel on a phone; `label` says what is seen. */
export function svg(width: number, height: number, label: string, parts: readonly string[]): string {
  return `<svg viewBox="0 0 ${at(width)} ${at(height)}" role="img" aria-label="${escapeXml(label)}">${parts.join('')}</svg>`;
}

export function text(x: number, y: number, words: string | number, kind = ''): string {
  return `<text${kindOf(kind)} x="${at(x)}" y="${at(y)}">${escapeXml(String(words))}</text>`;
}

export function rect(x: number, y: number, width: number, height: number, kind = '', round = 2): string {
  return `<rect${kindOf(kind)} x="${at(x)}" y="${at(y)}" width="${at(Math.max(0, width))}" height="${at(Math.max(0, height))}" rx="${round}"/>`;
}

export function path(d: string, kind = ''): string {
  return `<path${kindOf(kind)} d="${d}"/>`;
}

export function group(x: number, y: number, parts: readonly string[], kind = ''): string {
  return `<g${kindOf(kind)} transform="translate(${at(x)} ${at(y)})">${parts.join('')}</g>`;
}

/** A table under a drawing, which scrolls on its own where the page is narrow. */
export function figureTable(name: string, rows: string): string {
  return `<div class="figure-table" role="region" tabindex="0" aria-label="${escapeXml(name)}"><table>${rows}</table></div>`;
}

/** 0, 1, … below a length. */
export function upTo(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index);
}

const kindOf = (kind: string) => (kind === '' ? '' : ` class="${kind}"`);
