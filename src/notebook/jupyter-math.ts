/** Code is left alone: fences, and code in a line. */
const CODE = /^(?: {0,3})(`{3,}|~{3,})[^]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![^]))|(`+)(?!`)[^]*?[^`]\2(?!`)/gmu;

/**
 * The math that Jupyter finds in Markdown, in the form that the site reads: `\\( \\)` and `\\[ \\]`, bare environments of TeX, and
 * display formulas that begin on the line of their `$$`.
 */
export function siteMath(markdown: string): string {
  let text = '';
  let from = 0;
  for (const { 0: code, index } of markdown.matchAll(CODE)) {
    text += mathOf(markdown.slice(from, index)) + code;
    from = index + code.length;
  }
  return text + mathOf(markdown.slice(from));
}

/** Inline formulas, which stay; then the forms of display formulas and `\\( \\)`. */
const FORMULA = new RegExp([
  String.raw`(?<![\\$])\$(?!\$)[^$\n]+\$(?!\$)`,
  String.raw`\$\$(?<dollars>[^$]+)\$\$`,
  String.raw`\\\\\((?<inline>[^]*?)\\\\\)`,
  String.raw`\\\\\[(?<brackets>[^]*?)\\\\\]`,
  String.raw`(?<environment>\\begin\{(?<name>equation|align|gather|multline|eqnarray|alignat)(?<star>\*?)\}[^]*?\\end\{\k<name>\k<star>\})`,
].join('|'), 'gu');

function mathOf(text: string): string {
  let result = '';
  let from = 0;
  for (const match of text.matchAll(FORMULA)) {
    const { dollars, inline, brackets, environment } = match.groups ?? {};
    const end = match.index + match[0].length;
    const display = dollars ?? brackets ?? (environment === undefined ? undefined : katexEnvironment(environment));
    const before = text.slice(from, match.index);
    const indent = /(?:^|\n)([ \t]*)$/u.exec(text.slice(0, match.index))?.[1];
    const isAlone = indent !== undefined && /^[ \t]*(?:\n|$)/u.test(text.slice(end));
    if (inline !== undefined) result += `${before}$${inline.trim()}$`;
    else if (display === undefined) result += before + match[0];
    else if (!isAlone) result += `${before}$$${display}$$`;
    else result += `${before.slice(0, before.length - indent.length)}\n${block(display, indent)}\n`;
    from = end;
  }
  return result + text.slice(from);
}

function block(tex: string, indent: string): string {
  return ['$$', ...tex.trim().split('\n').map((line) => line.trim()), '$$'].map((line) => indent + line).join('\n');
}

/** KaTeX has no `eqnarray` and no `multline`. */
function katexEnvironment(tex: string): string {
  return tex.replace(/\{eqnarray(\*?)\}/gu, '{align$1}').replace(/\{multline\*?\}/gu, '{gather*}');
}
