/** One word of a fence's info string after the language: `id=x`, `nvcc="-O3"`, `run`, `{3-5}`, `"mark"`. */
export interface FenceToken {
  /** The word before `=`, or the whole word; empty for a mark such as `{3}` or `"text"`. */
  readonly key: string;
  /** The text after `=` without its quotes, or null where there is no `=`. */
  readonly value: string | null;
  /** Offset of the token in the info string, in UTF-16 units. */
  readonly offset: number;
}

const TOKEN = /(?:([\w-]+)=)?(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|(\{[^}]*\})|(\/(?:[^/\\]|\\.)+\/)|([^\s"'{]+))/gu;

/** Splits the info string of a fence as Expressive Code does: quoted values, `{…}` and `/…/` are one token each. */
export function fenceTokens(meta: string): readonly FenceToken[] {
  const tokens: FenceToken[] = [];
  for (const match of meta.matchAll(TOKEN)) {
    const [, key, double, single, braces, regex, bare] = match;
    const value = double?.replace(/\\(["\\])/gu, '$1') ?? single ?? braces ?? regex ?? bare ?? '';
    if (key !== undefined) tokens.push({ key, value, offset: match.index });
    else tokens.push({ key: bare ?? '', value: null, offset: match.index });
  }
  return tokens;
}
