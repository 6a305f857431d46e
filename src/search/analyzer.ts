import { codeTokens, type Token } from './code-token.ts';
import { normalizeText } from './normalize.ts';

export type { Token, TokenKind } from './code-token.ts';

/** A character of a word or a name in any script but Han, which has no spaces and is cut into bigrams. */
const WORD = '[[\\p{L}\\p{N}\\p{M}_]--\\p{Script=Han}]';
/** What begins an option, a magic or PTX register, a decorator or directive, a PTX label, and a file suffix. */
const SIGILS = ['--?(?=\\p{L})', '%%?(?=[\\p{L}_])', '[@#](?=\\p{L})', '\\$(?=\\w*_\\w)', '(?<!\\.)\\.(?=\\p{L})'];
const SIGIL = `(?<!${WORD})(?:${SIGILS.join('|')})`;
const NAME = `${WORD}+(?:(?:\\.|::|-|['’])${WORD}+)*(?:(?:\\+\\+|#)(?!${WORD}))?`;
const RUN = new RegExp(`(?<han>\\p{Script=Han}+)|(?<operator><<<|>>>|->)|(?:${SIGIL})?${NAME}`, 'gv');

/**
 * Cuts text into the tokens of the index: the same function for notes and for queries, in Node and in the browser.
 * Offsets point into `given`, not into its normalised form.
 */
export function analyze(given: string): readonly Token[] {
  const { text, offsets } = normalizeText(given);
  const tokens: Token[] = [];
  for (const match of text.matchAll(RUN)) {
    if (match.groups?.['han'] !== undefined) tokens.push(...hanTokens(match[0], match.index));
    else if (match.groups?.['operator'] !== undefined) tokens.push(operatorToken(match[0], match.index));
    else tokens.push(...codeTokens(match[0], match.index));
  }
  if (offsets === null) return tokens;
  return tokens.map((one) => ({ ...one, start: offsets[one.start] ?? 0, end: offsetAfter(offsets, one.end) }));
}

/** Where the character before `end` ends in the given text. */
function offsetAfter(offsets: readonly number[], end: number): number {
  const last = offsets[end - 1] ?? 0;
  let next = end;
  while ((offsets[next] ?? Infinity) === last) next += 1;
  return offsets[next] ?? last;
}

/** Overlapping bigrams, and the last character alone so that it can be found where no other follows it. */
function hanTokens(run: string, start: number): readonly Token[] {
  const characters = Array.from(run);
  const tokens: Token[] = [];
  let at = start;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    const term = character + (next ?? '');
    const kind = next === undefined ? 'han-single' : 'han';
    tokens.push({ term, surface: term, kind, start: at, end: at + term.length });
    at += character.length;
  }
  return tokens;
}

function operatorToken(term: string, start: number): Token {
  return { term, surface: term, kind: 'operator', start, end: start + term.length };
}
