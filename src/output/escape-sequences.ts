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

/** An OSC longer than this is taken for one that never ends. */
const OSC_LIMIT = 4096;

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
}

const isControl = (code: number): boolean => (code < 0x20 && code !== TAB) || (code >= DEL && code <= 0x9f);

/**
 * Splits text into tokens (ECMA-48 control functions, and OSC 8 links). Other sequences and control characters make no
 * token. Time grows with the length alone: each search for an end stops at the next control character.
 */
export function* terminalTokens(raw: string): Generator<TerminalToken, void, undefined> {
  let start = 0;
  let at = 0;
  while (at < raw.length) {
    const code = raw.charCodeAt(at);
    if (!isControl(code)) {
      at += 1;
      continue;
    }
    if (at > start) yield { kind: 'text', text: raw.slice(start, at) };
    const sequence = code === ESC ? escapeSequence(raw, at) : control(code, at);
    if (sequence.token) yield sequence.token;
    at = sequence.end;
    start = at;
  }
  if (at > start) yield { kind: 'text', text: raw.slice(start) };
}

function control(code: number, at: number): Sequence {
  const end = at + 1;
  if (code === LF) return { end, token: { kind: 'newline' } };
  if (code === CR) return { end, token: { kind: 'carriage-return' } };
  if (code === BS) return { end, token: { kind: 'backspace' } };
  return { end };
}

function escapeSequence(raw: string, at: number): Sequence {
  const introducer = raw.charAt(at + 1);
  if (introducer === '[') return controlSequence(raw, at + 2);
  if (introducer !== '' && ']P^_X'.includes(introducer)) return commandString(raw, at + 2, introducer);
  // nF and Fp..Fs sequences, such as ESC ( B: intermediates, then one final byte.
  const intermediates = endOfRange(raw, at + 1, 0x20, 0x2f);
  return { end: inRange(raw.charCodeAt(intermediates), 0x30, 0x7e) ? intermediates + 1 : intermediates };
}

const inRange = (code: number, low: number, high: number): boolean => code >= low && code <= high;

function endOfRange(raw: string, from: number, low: number, high: number): number {
  let at = from;
  while (inRange(raw.charCodeAt(at), low, high)) at += 1;
  return at;
}

function controlSequence(raw: string, from: number): Sequence {
  const parametersEnd = endOfRange(raw, from, 0x30, 0x3f);
  const finalAt = endOfRange(raw, parametersEnd, 0x20, 0x2f);
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
  let at = from;
  const limit = Math.min(raw.length, from + OSC_LIMIT);
  while (at < limit && !isControl(raw.charCodeAt(at))) at += 1;
  const code = raw.charCodeAt(at);
  const terminator = code === BEL || code === ST ? 1 : code === ESC && raw[at + 1] === '\\' ? 2 : 0;
  const link = introducer === ']' ? /^8;[^;]*;/u.exec(raw.slice(from, at)) : null;
  if (terminator === 0 || at >= limit) return { end: from + (link?.[0].length ?? 0) };
  const end = at + terminator;
  return link ? { end, token: { kind: 'link', url: raw.slice(from + link[0].length, at) } } : { end };
}
