/** What a terminal would do with the next piece of a text. */
export type TerminalToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'newline' }
  | { readonly kind: 'carriage-return' }
  | { readonly kind: 'backspace' }
  /** Select graphic rendition, with what stands between `ESC [` and `m`. */
  | { readonly kind: 'style'; readonly parameters: string }
  /** OSC 8; an empty url ends the link. */
  | { readonly kind: 'link'; readonly url: string }
  /** EL: 0 from the cursor to the end, 1 from the start to the cursor, 2 the whole line. */
  | { readonly kind: 'erase-line'; readonly mode: 0 | 1 | 2 };

/** A sequence longer than this is taken for one that never ends. */
const SEQUENCE_LIMIT = 4096;

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const BS = 0x08;
const BEL = 0x07;
const ESC = 0x1b;
const DEL = 0x7f;
const ST = 0x9c;

interface Sequence {
  readonly end: number;
  readonly token?: TerminalToken;
  /** The text ends inside the sequence: what follows may change what it is. */
  readonly open?: true;
}

/** C0 without the tab, DEL and C1. */
const CONTROL = /[\0-\x08\x0a-\x1f\x7f-\x9f]/g;

/**
 * Splits text into tokens (ECMA-48 control functions, and OSC 8 links). Other sequences and control characters make no
 * token. Returns the end of the text where it may be the start of a sequence, or half a character: hand it over again in
 * front of what follows. With `end` nothing follows, and the result is empty. Time grows with the length alone: each
 * search for an end stops at the next control character or at a limit.
 */
export function* terminalTokens(raw: string, follows: 'more' | 'end' = 'end'): Generator<TerminalToken, string, undefined> {
  let at = 0;
  while (at < raw.length) {
    CONTROL.lastIndex = at;
    const next = CONTROL.exec(raw)?.index ?? raw.length;
    if (next === raw.length && follows === 'more' && isHighSurrogate(raw.charCodeAt(next - 1))) {
      if (next - 1 > at) yield { kind: 'text', text: raw.slice(at, next - 1) };
      return raw.slice(next - 1);
    }
    if (next > at) yield { kind: 'text', text: raw.slice(at, next) };
    if (next === raw.length) return '';
    const code = raw.charCodeAt(next);
    const sequence = code === ESC ? escapeSequence(raw, next) : control(code, next);
    if (sequence.open && follows === 'more') return raw.slice(next);
    if (sequence.token) yield sequence.token;
    at = sequence.end;
  }
  return '';
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

const isControl = (code: number): boolean => (code < 0x20 && code !== TAB) || (code >= DEL && code <= 0x9f);

function control(code: number, at: number): Sequence {
  const end = at + 1;
  if (code === LF) return { end, token: { kind: 'newline' } };
  if (code === CR) return { end, token: { kind: 'carriage-return' } };
  if (code === BS) return { end, token: { kind: 'backspace' } };
  return { end };
}

function escapeSequence(raw: string, at: number): Sequence {
  const introducer = raw.charAt(at + 1);
  if (introducer === '') return { end: at + 1, open: true };
  if (introducer === '[') return controlSequence(raw, at + 2);
  if (']P^_X'.includes(introducer)) return commandString(raw, at + 2, introducer);
  // nF and Fp..Fs sequences, such as ESC ( B: intermediates, then one final byte.
  const limit = limitOf(raw, at);
  const intermediates = endOfRange(raw, at + 1, limit, 0x20, 0x2f);
  if (intermediates === limit) return cutOff(raw, limit);
  return { end: inRange(raw.charCodeAt(intermediates), 0x30, 0x7e) ? intermediates + 1 : intermediates };
}

const limitOf = (raw: string, from: number): number => Math.min(raw.length, from + SEQUENCE_LIMIT);

/** A sequence that goes on up to the end of the text, or to the limit. */
const cutOff = (raw: string, limit: number, end = limit): Sequence => (limit === raw.length ? { end, open: true } : { end });

const inRange = (code: number, low: number, high: number): boolean => code >= low && code <= high;

function endOfRange(raw: string, from: number, limit: number, low: number, high: number): number {
  let at = from;
  while (at < limit && inRange(raw.charCodeAt(at), low, high)) at += 1;
  return at;
}

function controlSequence(raw: string, from: number): Sequence {
  const limit = limitOf(raw, from);
  const parametersEnd = endOfRange(raw, from, limit, 0x30, 0x3f);
  const finalAt = endOfRange(raw, parametersEnd, limit, 0x20, 0x2f);
  if (finalAt === limit) return cutOff(raw, limit);
  if (!inRange(raw.charCodeAt(finalAt), 0x40, 0x7e)) return { end: finalAt };
  const end = finalAt + 1;
  const parameters = raw.slice(from, parametersEnd);
  // A leading < = > ? marks a private sequence that only shares the final letter.
  if (finalAt > parametersEnd || /[<=>?]/u.test(parameters)) return { end };
  if (raw[finalAt] === 'm') return { end, token: { kind: 'style', parameters } };
  if (raw[finalAt] === 'K' && ['', '0', '1', '2'].includes(parameters)) {
    return { end, token: { kind: 'erase-line', mode: Number(parameters) as 0 | 1 | 2 } };
  }
  return { end };
}

/** OSC, DCS, PM, APC and SOS: a string up to BEL or ST. Without an end only the introducer goes, the text stays. */
function commandString(raw: string, from: number, introducer: string): Sequence {
  const limit = limitOf(raw, from);
  let at = from;
  while (at < limit && !isControl(raw.charCodeAt(at))) at += 1;
  const link = introducer === ']' ? /^8;[^;]*;/u.exec(raw.slice(from, at)) : null;
  const textStart = from + (link?.[0].length ?? 0);
  if (at === limit) return cutOff(raw, limit, textStart);
  const code = raw.charCodeAt(at);
  if (code === ESC && at + 1 === raw.length) return { end: textStart, open: true };
  const terminator = code === BEL || code === ST ? 1 : code === ESC && raw[at + 1] === '\\' ? 2 : 0;
  if (terminator === 0) return { end: textStart };
  const end = at + terminator;
  return link ? { end, token: { kind: 'link', url: raw.slice(textStart, at) } } : { end };
}
