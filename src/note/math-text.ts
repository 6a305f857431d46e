import { mathCommand } from './math-symbols.ts';

/** A place in a list of tokens, moved on by those who read. */
interface Reader {
  readonly tokens: readonly string[];
  at: number;
}

const TOKEN = /\\[A-Za-z]+\*?|\\[^]|\s+|[^]/gu;

/** A formula in TeX as a line of plain text: `\frac{a}{b} \bmod 32` reads `a/b mod 32`. Knows no errors: KaTeX reports those. */
export function mathText(tex: string): string {
  const reader: Reader = { tokens: tex.match(TOKEN) ?? [], at: 0 };
  let text = '';
  // A brace too many ends a sequence and is passed over.
  while (reader.at < reader.tokens.length) text += sequence(reader);
  return text.replace(/\s+/gu, ' ').replace(/ (?=[,.;)\]⌋⌉])/gu, '').replace(/(?<=[([⌊⌈]) /gu, '').replace(/;? ?$/u, '').trim();
}

/** Reads up to the closing brace of a group, or to the end. */
function sequence(reader: Reader): string {
  let text = '';
  for (let token = next(reader); token !== undefined && token !== '}'; token = next(reader)) {
    const piece = read(token, reader);
    text += /^[a-z]{2}/u.test(piece) && token.startsWith('\\') && /[\p{L}\p{N}]$/u.test(text) ? ` ${piece}` : piece;
  }
  return text;
}

function read(token: string, reader: Reader): string {
  if (token === '{') return sequence(reader);
  if (token === '^' || token === '_') return token + operand(argument(reader));
  if (token === '&' || token === '~') return ' ';
  if (token === '\\\\') {
    optional(reader);
    return '; ';
  }
  return token.startsWith('\\') ? command(token.slice(1).replace(/(?<=.)\*$/u, ''), reader) : token;
}

function command(name: string, reader: Reader): string {
  switch (name) {
    case 'frac': case 'dfrac': case 'tfrac': case 'cfrac': {
      const above = operand(argument(reader));
      return `${above}/${operand(argument(reader))}`;
    }
    case 'binom': {
      const above = argument(reader);
      return `(${above} choose ${argument(reader)})`;
    }
    case 'sqrt': {
      const degree = optional(reader);
      return `${degree}√${operand(argument(reader))}`;
    }
    case 'pmod': return ` (mod ${argument(reader)})`;
    case 'begin': case 'end': {
      argument(reader);
      return ' ';
    }
    default: return plainCommand(name, reader);
  }
}

function plainCommand(name: string, reader: Reader): string {
  const found = mathCommand(name);
  switch (found.kind) {
    case 'relation': return ` ${found.text} `;
    case 'character': case 'name': return found.text;
    case 'wrapper': return argument(reader);
    case 'space': return ' ';
    case 'invisible': {
      // `\left.` is a bracket that is not there.
      if (/^(?:left|right)$/u.test(name) && reader.tokens[reader.at] === '.') reader.at += 1;
      return '';
    }
  }
}

/** What a command or a script takes: a group, or the one token that follows. */
function argument(reader: Reader): string {
  let token = next(reader);
  while (token?.trim() === '') token = next(reader);
  return token === undefined || token === '}' ? '' : read(token, reader);
}

/** What stands in brackets after a command, `\sqrt[3]` or `\\[2pt]`; empty where there are none. */
function optional(reader: Reader): string {
  if (reader.tokens[reader.at] !== '[') return '';
  const end = reader.tokens.indexOf(']', reader.at);
  if (end < 0) return '';
  const inside = reader.tokens.slice(reader.at + 1, end).join('');
  reader.at = end + 1;
  return mathText(inside);
}

function next(reader: Reader): string | undefined {
  const token = reader.tokens[reader.at];
  reader.at += 1;
  return token;
}

/** In brackets where it is more than one word or number, so that `a/(b + c)` keeps its meaning. */
function operand(text: string): string {
  const inner = text.trim();
  return /^(?:[\p{L}\p{N}.]+['′]*|.|\([^()]*\))?$/u.test(inner) ? inner : `(${inner})`;
}
