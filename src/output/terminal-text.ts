import { type TerminalToken, terminalTokens } from './escape-sequences.ts';
import { applyStyle, plainStyle, type TextStyle } from './text-style.ts';

/** How text is written at one moment: its style and, inside OSC 8, the address it links to. */
export interface Pen {
  readonly style: TextStyle;
  readonly link: string;
}

export interface TerminalSpan {
  readonly text: string;
  readonly pen: Pen;
}

export type TerminalLine = readonly TerminalSpan[];

export interface TerminalText {
  readonly lines: readonly TerminalLine[];
  /** Lines before the first of `lines` that were left out. */
  readonly omittedLines: number;
  /** The text ends with a line end. */
  readonly endsWithNewline: boolean;
}

const plainPen: Pen = { style: plainStyle, link: '' };

type LineTokenKind = 'text' | 'erase-line' | 'carriage-return' | 'backspace';
type LineEdit = TerminalSpan | 'carriage-return' | 'backspace' | 0 | 1 | 2;

/**
 * What a terminal without a right edge shows of a text: `\r` and `\b` move back and later text overwrites, EL erases,
 * SGR and OSC 8 become pens, everything else a terminal would obey is dropped. A column is a code point, so colour
 * codes have no width. Only the last `maxLines` lines are laid out; the pen at their start is still the right one.
 */
export function terminalText(raw: string, maxLines = Number.POSITIVE_INFINITY): TerminalText {
  const tail = tailOf(raw, maxLines);
  const lines: TerminalLine[] = [];
  let pen = tail.start === 0 ? plainPen : penAfter(raw.slice(0, tail.start));
  let edits: LineEdit[] = [];
  for (const token of terminalTokens(raw.slice(tail.start))) {
    if (token.kind === 'newline') {
      lines.push(layOut(edits));
      edits = [];
    } else if (token.kind === 'style' || token.kind === 'link') {
      pen = movePen(pen, token);
    } else {
      edits.push(editOf(token, pen));
    }
  }
  const endsWithNewline = raw.endsWith('\n');
  if (!endsWithNewline && raw !== '') lines.push(layOut(edits));
  return { lines, omittedLines: tail.omittedLines, endsWithNewline };
}

/** The characters of a text as a terminal shows them, without style. Lines end with `\n` where they did in the text. */
export function plainText(raw: string): string {
  const { lines, endsWithNewline } = terminalText(raw);
  return lines.map((line) => line.map((span) => span.text).join('')).join('\n') + (endsWithNewline ? '\n' : '');
}

function tailOf(raw: string, maxLines: number): { readonly start: number; readonly omittedLines: number } {
  let start = raw.endsWith('\n') ? raw.length - 1 : raw.length;
  for (let seen = 0; seen < maxLines; seen += 1) {
    start = start === 0 ? -1 : raw.lastIndexOf('\n', start - 1);
    if (start === -1) return { start: 0, omittedLines: 0 };
  }
  let omittedLines = 0;
  for (let at = raw.indexOf('\n'); at !== -1 && at <= start; at = raw.indexOf('\n', at + 1)) omittedLines += 1;
  return { start: start + 1, omittedLines };
}

function penAfter(raw: string): Pen {
  let pen = plainPen;
  if (!raw.includes('\u001b')) return pen;
  for (const token of terminalTokens(raw)) {
    if (token.kind === 'style' || token.kind === 'link') pen = movePen(pen, token);
  }
  return pen;
}

function movePen(pen: Pen, token: Extract<TerminalToken, { kind: 'style' | 'link' }>): Pen {
  return token.kind === 'link'
    ? { ...pen, link: token.url }
    : { ...pen, style: applyStyle(pen.style, token.parameters) };
}

function editOf(token: Extract<TerminalToken, { kind: LineTokenKind }>, pen: Pen): LineEdit {
  if (token.kind === 'text') return { text: token.text, pen };
  return token.kind === 'erase-line' ? token.mode : token.kind;
}

const isSpan = (edit: LineEdit): edit is TerminalSpan => typeof edit === 'object';

function layOut(edits: readonly LineEdit[]): TerminalLine {
  const end = edits.findLastIndex((edit) => edit !== 'carriage-return') + 1;
  const kept = edits.slice(0, end);
  return kept.every(isSpan) ? kept : replay(kept);
}

/** Plays a line's edits on a row of columns. */
function replay(edits: readonly LineEdit[]): TerminalLine {
  const row: { readonly text: string; readonly pen: Pen }[] = [];
  const blank = { text: ' ', pen: plainPen };
  let column = 0;
  for (const edit of edits) {
    if (edit === 'carriage-return') column = 0;
    else if (edit === 'backspace') column = Math.max(0, column - 1);
    else if (edit === 0) row.length = Math.min(row.length, column);
    else if (edit === 1) row.fill(blank, 0, Math.min(row.length, column + 1));
    else if (edit === 2) row.length = 0;
    else {
      while (row.length < column) row.push(blank);
      for (const text of edit.text) {
        row[column] = { text, pen: edit.pen };
        column += 1;
      }
    }
  }
  return spansOf(row);
}

function spansOf(row: readonly TerminalSpan[]): TerminalLine {
  const spans: TerminalSpan[] = [];
  let start = 0;
  for (let at = 1; at <= row.length; at += 1) {
    const first = row[start];
    if (first === undefined || row[at]?.pen === first.pen) continue;
    spans.push({ text: row.slice(start, at).map((cell) => cell.text).join(''), pen: first.pen });
    start = at;
  }
  return spans;
}
