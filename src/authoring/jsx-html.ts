/** HTML that MDX takes, and what had to go. */
export interface JsxHtml {
  readonly text: string;
  readonly dropped: readonly string[];
}

const ELEMENTS = new Set((
  'a abbr b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark '
  + 'ol p pre q s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var wbr'
).split(' '));
// Paragraphs are made inside a block, and one in another is no HTML.
const RENAMED: Readonly<Record<string, string>> = { center: 'div', p: 'div', font: 'span', tt: 'code', strike: 's', big: 'span' };
const VOID = new Set(['br', 'hr', 'img', 'wbr', 'col']);
/** A line of MDX that begins with a tag is read as a block only where the tag stands alone or is closed on it. */
const BLOCKS = 'blockquote|details|div|dl|figure|ol|table|tbody|tfoot|thead|tr|ul';
const BLOCK_EDGE = new RegExp(`(<(?:${BLOCKS})(?:\\s[^>]*)?>)(?=[^\\n])|(?<=[^\\n])(</(?:${BLOCKS})>)`, 'gu');
const ATTRIBUTES = new Set(['href', 'src', 'alt', 'title', 'width', 'height', 'colspan', 'rowspan', 'open', 'start', 'id', 'lang']);
/** With all that stands in them. */
const OPAQUE = /<(script|style|iframe|object|video|audio|svg|form|template|noscript)\b[^]*?<\/\1\s*>/giu;
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>/giu;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gu;

/**
 * HTML of a notebook's Markdown as MDX reads it: tags closed, attributes quoted, without scripts, styles and handlers.
 * @param place whether it stands in a line of text or is a block of its own
 */
export function jsxHtml(html: string, place: 'line' | 'block' = 'line'): JsxHtml {
  const dropped: string[] = [];
  const plain = html.replace(/<!--[^]*?-->/gu, '').replace(OPAQUE, (_, name: string) => {
    dropped.push(name.toLowerCase());
    return '';
  });
  let text = '';
  let from = 0;
  for (const match of plain.matchAll(TAG)) {
    const [whole, slash = '', name = '', attributes = ''] = match;
    text += escaped(plain.slice(from, match.index)) + tagText(name.toLowerCase(), slash !== '', attributes, dropped);
    from = match.index + whole.length;
  }
  text += escaped(plain.slice(from));
  return { text: place === 'line' ? text : text.replace(BLOCK_EDGE, (_, opening?: string, closing?: string) => (opening === undefined ? `\n${closing ?? ''}` : `${opening}\n`)), dropped };
}

function tagText(written: string, isClosing: boolean, attributes: string, dropped: string[]): string {
  const name = RENAMED[written] ?? written;
  if (!ELEMENTS.has(name)) {
    if (!isClosing) dropped.push(written);
    return '';
  }
  if (VOID.has(name)) return isClosing ? '' : `<${[name, ...attributesOf(attributes)].join(' ')} />`;
  return isClosing ? `</${name}>` : `<${[name, ...attributesOf(attributes)].join(' ')}>`;
}

function attributesOf(text: string): readonly string[] {
  return [...text.matchAll(ATTRIBUTE)].flatMap(([, written = '', double, single, bare]) => {
    const name = written.toLowerCase();
    const value = double ?? single ?? bare;
    if (!ATTRIBUTES.has(name) || (/^(?:href|src)$/u.test(name) && /^\s*(?:javascript|vbscript):/iu.test(value ?? ''))) return [];
    return [value === undefined ? name : `${name}="${value.replaceAll('"', '&quot;')}"`];
  });
}

/** Braces and signs that would begin code or a tag, as the characters that they are. */
function escaped(text: string): string {
  return text.replace(/[{}<]/gu, (sign) => ({ '{': '&#123;', '}': '&#125;', '<': '&lt;' })[sign] ?? sign);
}
