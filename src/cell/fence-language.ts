/** The language and the options of a fence. */
export interface FenceHead {
  /** Lower-case; empty for a fence without one. */
  readonly language: string;
  /** What stands after the language, as Expressive Code reads it. */
  readonly meta: string;
}

/** What a fence says where another word is known: `sass` is a style sheet language to all highlighters. */
const NAMES: Readonly<Record<string, string>> = { nvcc: 'cuda', cu: 'cuda', cuh: 'cuda', 'cuda-cpp': 'cuda', 'cuda-c++': 'cuda', 'cuda c++': 'cuda', sass: 'nvsass' };

/** Pandoc and Quarto: `{.cuda #id .class key=value}`, `{cuda}`. */
const ATTRIBUTES = /^\{\s*\.?([\w+#-]+)\s*([^}]*)\}\s*(.*)$/su;
/** Gatsby and VitePress: `cuda{1,3-5}`. */
const LINES = /^([\w+#-]+)(\{[^}]*\})$/u;
/** Hexo and dev.to: `cuda:title=x.cu`, `cuda:x.cu`. */
const TITLE = /^([\w+#-]+):(?:title=)?"?([^"]+?)"?$/u;

/**
 * Reads the spellings of other tools as the site's own: upper case, names of one language, and what Pandoc, Gatsby and Hexo write
 * beside it. Pandoc's ids and classes have no counterpart here and are left out.
 */
export function readFenceHead(language: string, meta: string): FenceHead {
  const all = meta === '' ? language : `${language} ${meta}`;
  const [, named, attributes = '', rest = ''] = ATTRIBUTES.exec(all) ?? [];
  if (named !== undefined) {
    const options = attributes.split(/\s+/u).filter((word) => word !== '' && !/^[.#]/u.test(word));
    return { language: nameOf(named), meta: [...options, rest].filter((part) => part !== '').join(' ') };
  }
  const [, lined, lines = ''] = LINES.exec(language) ?? [];
  if (lined !== undefined) return { language: nameOf(lined), meta: `${lines} ${meta}`.trimEnd() };
  const [, titled, title = ''] = TITLE.exec(language) ?? [];
  if (titled !== undefined) return { language: nameOf(titled), meta: `title=${JSON.stringify(title)} ${meta}`.trimEnd() };
  return { language: nameOf(language), meta };
}

function nameOf(language: string): string {
  const name = language.toLowerCase();
  return NAMES[name] ?? name;
}
