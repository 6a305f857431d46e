import type { LanguageRegistration } from 'shiki';
import { nvsassGrammar } from '../cuda/nvsass-grammar.ts';
import { ptxGrammar } from '../cuda/ptx-grammar.ts';
import { escapeHtml } from '../output/escape-html.ts';

/** The classes of the editor's colours by the beginnings of the grammars' scopes; the first that fits wins. */
const CLASSES: readonly (readonly [scope: string, colour: string])[] = [
  ['comment', 'comment'], ['string', 'string'], ['keyword.operator', 'function'], ['keyword', 'keyword'], ['storage', 'storage'],
  ['support.type', 'type'], ['support.function', 'constant'], ['variable.language', 'builtin'], ['variable', 'variable'],
  ['entity.name.label', 'keyword'], ['constant', 'number'],
];

interface Rule {
  readonly pattern: RegExp;
  readonly name: string | undefined;
  readonly captures: readonly (readonly [index: number, name: string])[];
}

/** The rules of a grammar that needs no state from line to line, as those of the site are: the same colours as at build time. */
function rulesOf({ patterns }: LanguageRegistration): readonly Rule[] {
  return patterns.flatMap((rule) => {
    const source = rule.match ?? (rule.begin === undefined || rule.end === undefined ? undefined : `${String(rule.begin)}.*?${String(rule.end)}`);
    if (source === undefined) return [];
    const captures = Object.entries(rule.captures ?? {}).flatMap(([index, capture]) => (
      'name' in capture ? [[Number(index), capture.name ?? ''] as const] : []
    ));
    return [{ pattern: new RegExp(String(source), 'dg'), name: rule.name, captures }];
  });
}

const RULES = { ptx: rulesOf(ptxGrammar), sass: rulesOf(nvsassGrammar) };

/** A line of assembly as HTML in the colours of the site's grammars. */
export function assemblyHtml(line: string, form: 'ptx' | 'sass'): string {
  let html = '';
  let at = 0;
  while (at < line.length) {
    const match = firstMatch(RULES[form], line, at);
    if (!match) break;
    const { found, rule } = match;
    html += escapeHtml(line.slice(at, found.index));
    const end = found.index + found[0].length;
    let inner = found.index;
    for (const [index, name] of rule.captures) {
      const [from, to] = found.indices?.[index] ?? [inner, inner];
      html += escapeHtml(line.slice(inner, from)) + coloured(line.slice(from, to), name);
      inner = to;
    }
    html += rule.captures.length > 0 ? escapeHtml(line.slice(inner, end)) : coloured(found[0], rule.name);
    at = end;
  }
  return html + escapeHtml(line.slice(at));
}

function firstMatch(rules: readonly Rule[], line: string, at: number): { readonly found: RegExpExecArray; readonly rule: Rule } | null {
  let best: { found: RegExpExecArray; rule: Rule } | null = null;
  for (const rule of rules) {
    rule.pattern.lastIndex = at;
    const found = rule.pattern.exec(line);
    if (found && found[0] !== '' && (!best || found.index < best.found.index)) best = { found, rule };
  }
  return best;
}

function coloured(text: string, scope: string | undefined): string {
  const colour = CLASSES.find(([start]) => scope?.startsWith(start))?.[1];
  return colour === undefined || text === '' ? escapeHtml(text) : `<span class="code-${colour}">${escapeHtml(text)}</span>`;
}
