/** What HTML from an output may contain in the page. Both adapters are made from this; a change here changes both. */
export interface SanitizePolicy {
  readonly tags: readonly string[];
  /** Tags whose content goes with them. Other tags that are not allowed leave their content behind. */
  readonly tagsDroppedWhole: readonly string[];
  readonly attributes: readonly string[];
  readonly classes: readonly string[];
}

/** What an id becomes where styles of the same output refer to it: a name that only they know. */
export const ID_ATTRIBUTE = 'data-output-id';

export const sanitizePolicy: SanitizePolicy = {
  tags: [
    'a', 'abbr', 'b', 'blockquote', 'br', 'caption', 'code', 'col', 'colgroup', 'dd', 'del', 'details', 'div', 'dl',
    'dt', 'em', 'figcaption', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'img', 'ins', 'kbd', 'li',
    'mark', 'ol', 'p', 'pre', 'q', 's', 'samp', 'small', 'span', 'strong', 'sub', 'summary', 'sup', 'table', 'tbody',
    'td', 'tfoot', 'th', 'thead', 'tr', 'u', 'ul', 'var', 'wbr',
  ],
  tagsDroppedWhole: [
    'applet', 'audio', 'canvas', 'embed', 'frame', 'frameset', 'iframe', 'math', 'noembed', 'noframes', 'noscript',
    'object', 'option', 'plaintext', 'script', 'select', 'style', 'svg', 'template', 'textarea', 'title', 'video', 'xmp',
  ],
  // No id or name: they would become properties of window and document. No event handler, no target.
  attributes: [
    'align', 'alt', 'class', 'colspan', 'dir', 'height', 'href', 'lang', 'open', 'rel', 'rowspan', 'scope', 'span',
    'src', 'start', 'style', 'title', 'valign', 'width', ID_ATTRIBUTE,
  ],
  // pandas' own classes; any other could be one of the page's.
  classes: ['dataframe', 'tex2jax_ignore', 'row_heading', 'col_heading', 'index_name', 'blank'],
};

/** Properties that stay inside their own box, and the values that load nothing and name nothing. */
const STYLE_PROPERTIES: ReadonlySet<string> = new Set([
  'background-color', 'color', 'font-style', 'font-weight', 'text-align', 'text-decoration', 'vertical-align',
  'white-space',
]);
const STYLE_VALUE = /^(?:[a-z-]+|#[0-9a-f]{3,8}|[\d.]+%?|(?:rgb|hsl)a?\([\d\s.,%/]+\))$/iu;

/** The attributes an element keeps, by name, with the values they keep. Names and tags are lower case. */
export function allowedAttributes(
  tag: string,
  attributes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const allowed = allowedValue(tag, name, value);
    if (allowed !== undefined) kept[name] = allowed;
  }
  if (kept['href'] !== undefined) kept['rel'] = 'noopener noreferrer';
  return kept;
}

function allowedValue(tag: string, name: string, value: string): string | undefined {
  if (!sanitizePolicy.attributes.includes(name)) return undefined;
  switch (name) {
    case 'href':
      return tag === 'a' && /^https?:\/\/[^\s]+$/iu.test(value.trim()) ? value.trim() : undefined;
    case 'src':
      return tag === 'img' && isLocalImage(value.trim()) ? value.trim() : undefined;
    case ID_ATTRIBUTE:
      return /^[\w-]+$/u.test(value) ? value : undefined;
    case 'rel':
      return undefined;
    case 'class':
      return joined(value.split(/\s+/u).filter((word) => sanitizePolicy.classes.includes(word)), ' ');
    case 'width':
    case 'height':
      return pixels(value.trim());
    case 'style':
      return joined(value.split(';').flatMap(allowedDeclaration), '; ');
    default:
      return value;
  }
}

/** A size as whole pixels, under the bound that pictures of outputs have too; any other unit or size is dropped. */
function pixels(value: string): string | undefined {
  if (!/^\d+(?:\.\d+)?(?:px)?$/u.test(value)) return undefined;
  const rounded = Math.round(Number.parseFloat(value));
  return rounded > 0 && rounded < 100_000 ? String(rounded) : undefined;
}

const joined = (parts: readonly string[], separator: string): string | undefined =>
  parts.length > 0 ? parts.join(separator) : undefined;

const isLocalImage = (address: string): boolean =>
  /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/iu.test(address) || /^blob:/iu.test(address);

/** A declaration of CSS that may stay, as a list of it alone; otherwise none. */
export function allowedDeclaration(declaration: string): readonly string[] {
  const [property = '', value = '', ...rest] = declaration.split(':').map((part) => part.trim());
  const name = property.toLowerCase();
  return rest.length === 0 && STYLE_PROPERTIES.has(name) && STYLE_VALUE.test(value) ? [`${name}: ${value}`] : [];
}

/** An element that has lost what makes it useful: an image without a picture. */
export function isHollow(tag: string, attributes: Readonly<Record<string, string>>): boolean {
  return tag === 'img' && attributes['src'] === undefined;
}
