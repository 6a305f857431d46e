/** A piece of a `text/latex` output. */
export type LatexPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `tex` without its delimiters, `source` with them. */
  | { readonly kind: 'formula'; readonly tex: string; readonly display: boolean; readonly source: string };

/** Environments that are formulas by themselves; others, such as tabular, are text of LaTeX that no formula engine sets. */
const ENVIRONMENT = 'equation|align|alignat|gather|multline|eqnarray|split|aligned|gathered|cases|[pbvBV]?matrix|array|CD';
const FORMULA = new RegExp(
  [
    String.raw`\$\$(?<dollars>[^]+?)\$\$`,
    String.raw`\\\[(?<bracket>[^]+?)\\\]`,
    String.raw`(?<environment>\\begin\{(?<name>(?:${ENVIRONMENT})\*?)\}[^]+?\\end\{\k<name>\})`,
    String.raw`\\\((?<paren>[^]+?)\\\)`,
    String.raw`(?<!\\)\$(?<dollar>(?:[^$\\]|\\[^])+)\$`,
  ].join('|'),
  'gu',
);

/** Splits the source at its formulas: `$…$`, `\(…\)`, `$$…$$`, `\[…\]`, and environments that stand alone. */
export function latexParts(source: string): readonly LatexPart[] {
  const parts: LatexPart[] = [];
  let at = 0;
  for (const match of source.matchAll(FORMULA)) {
    if (match.index > at) parts.push({ kind: 'text', text: source.slice(at, match.index) });
    const { dollars, bracket, environment, paren, dollar } = match.groups ?? {};
    const display = dollars ?? bracket ?? environment;
    parts.push({ kind: 'formula', tex: display ?? paren ?? dollar ?? '', display: display !== undefined, source: match[0] });
    at = match.index + match[0].length;
  }
  if (at < source.length) parts.push({ kind: 'text', text: source.slice(at) });
  return parts;
}
