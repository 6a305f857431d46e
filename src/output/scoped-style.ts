import { allowedDeclaration, ID_ATTRIBUTE } from './sanitize-policy.ts';

const STYLE = /<style\b[^>]*>([^<]*)<\/style\s*>/giu;
/** Comments, at-rules with a block and at-rules without. */
const NO_RULES = /\/\*[^]*?\*\/|@[^;{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|@[^;{}]*;/gu;
const COMPOUND = /^(?=.)(?:[a-z][a-z0-9]*)?(?:[.#][\w-]+|:first-child|:last-child|:hover|:nth-child\([\dn+]+\))*$/iu;
const ID = /(<[a-z][^<>]*?\s)id\s*=\s*(?:"([\w-]+)"|'([\w-]+)')/giu;

/**
 * HTML of an output with its own styles, as pandas writes them (`#T_4e1_row0_col1 { background-color: … }`): colours and
 * alignment alone, for the parts of this output alone. Ids become attributes that name nothing in the page.
 */
export function scopedHtml(html: string, sanitizeHtml: (html: string) => string): string {
  const rules = [...html.matchAll(STYLE)].map(([, css = '']) => scopedRules(css)).join('');
  if (rules === '') return sanitizeHtml(html);
  const named = html.replace(ID, (_match, start: string, double?: string, single?: string) => `${start}${ID_ATTRIBUTE}="${double ?? single ?? ''}"`);
  // Without a prelude the scope is the element that holds the style.
  return `<style>@scope{${rules}}</style>${sanitizeHtml(named)}`;
}

function scopedRules(css: string): string {
  return [...css.replace(NO_RULES, '').matchAll(/([^{}]+)\{([^{}]*)\}/gu)]
    .map(([, selectors = '', body = '']) => {
      const kept = selectors.split(',').flatMap(scopedSelector);
      const declarations = body.split(';').flatMap(allowedDeclaration);
      return kept.length === 0 || declarations.length === 0 ? '' : `${kept.join(',')}{${declarations.join(';')}}`;
    })
    .join('');
}

/** The selector with its ids as attributes; nothing for one that has more than tags, classes, ids and places of children. */
function scopedSelector(selector: string): readonly string[] {
  const parts = selector.trim().split(/(\s*[>+~]\s*|\s+)/u);
  // Combinators stand between the compounds.
  if (!parts.every((part, index) => index % 2 === 1 || COMPOUND.test(part))) return [];
  return [parts.join('').replace(/#([\w-]+)/gu, `[${ID_ATTRIBUTE}="$1"]`)];
}
