/** One tag, instruction or document type at the place where the last one and the text behind it end. */
const PIECE = /(?:<\?xml\s[^<>]*\?>|<!DOCTYPE\s+svg\s[^<>[\]]*>|<\/([\w-]+)\s*>|<([\w-]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>)([^<]*)/guy;

const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;

/** Elements that draw, and lead nowhere. */
const DRAWING = new Set([
  'svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'style', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan',
  'image', 'clipPath', 'mask', 'marker', 'pattern', 'linearGradient', 'radialGradient', 'stop',
]);

const EMBEDDED_PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/u;

/**
 * Whether an SVG does nothing but draw, so that it may be a file of the site, which a reader can open as a document: known
 * elements, no script, and no address outside of itself.
 */
export function isStillSvg(svg: string): boolean {
  const text = svg.trim();
  const pieces = [...text.matchAll(PIECE)];
  // A piece is found where the one before it ends: what is none ends the search.
  return pieces.reduce((length, [piece]) => length + piece.length, 0) === text.length && pieces.every(([, closed, opened, attributes = '', behind = '']) => {
    const name = opened ?? closed;
    return (name === undefined || DRAWING.has(name)) && !leadsOutside(behind)
      && ![...attributes.matchAll(ATTRIBUTE)].some(([, key = '', double, single]) => isActive(key, double ?? single ?? ''));
  });
}

function isActive(key: string, value: string): boolean {
  if (/^on/iu.test(key)) return true;
  if (/(?:^|:)href$/u.test(key)) return !value.startsWith('#') && !EMBEDDED_PICTURE.test(value);
  return !/^xmlns(?::|$)/u.test(key) && leadsOutside(value);
}

/** In styles: what is fetched, and escapes, which could hide it. */
function leadsOutside(style: string): boolean {
  return /@import|\\|&#|image-set|url\((?!\s*['"]?#)/iu.test(style);
}
