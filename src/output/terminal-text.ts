import { type TerminalToken, terminalTokens } from './escape-sequences.ts';
import { type Pen, plainPen, type TerminalLine, TerminalRow } from './terminal-row.ts';
import { applyStyle } from './text-style.ts';

/**
 * What a terminal without a right edge shows of a text that comes in pieces: `\r` and `\b` move back and later text
 * overwrites, EL erases, SGR and OSC 8 become pens, everything else a terminal would obey is dropped. How the text is cut
 * into pieces makes no difference, inside a sequence or a character too. Work and memory grow with what is written alone.
 */
export class TerminalScreen {
  readonly #onLine: (line: TerminalLine) => void;
  readonly #maxColumns: number;
  #row: TerminalRow;
  #pen = plainPen;
  /** The end of the text, which may be the start of a sequence. */
  #open = '';

  /** `onLine` gets each line that has ended. A column is a code point; of a line only the first `maxColumns` are kept. */
  constructor(onLine: (line: TerminalLine) => void, maxColumns = Number.POSITIVE_INFINITY) {
    this.#onLine = onLine;
    this.#maxColumns = maxColumns;
    this.#row = new TerminalRow(maxColumns);
  }

  write(text: string): void {
    const tokens = terminalTokens(this.#open + text, 'more');
    for (let next = tokens.next(); ; next = tokens.next()) {
      if (next.done) {
        this.#open = next.value;
        return;
      }
      const token = next.value;
      if (token.kind === 'newline') {
        this.#onLine(this.#row.line());
        this.#row = new TerminalRow(this.#maxColumns);
      } else this.#pen = writeToken(this.#row, this.#pen, token);
    }
  }

  /** The line that has not ended, as it would look if nothing followed; undefined while there is nothing on it. */
  currentLine(): TerminalLine | undefined {
    let row = this.#row;
    if (this.#open !== '') {
      row = row.copy();
      let pen = this.#pen;
      for (const token of terminalTokens(this.#open)) if (token.kind !== 'newline') pen = writeToken(row, pen, token);
    }
    return row.isEmpty ? undefined : row.line();
  }
}

/** Gives the pen after the token. */
function writeToken(row: TerminalRow, pen: Pen, token: Exclude<TerminalToken, { kind: 'newline' }>): Pen {
  switch (token.kind) {
    case 'text':
      row.write(token.text, pen);
      return pen;
    case 'carriage-return':
      row.carriageReturn();
      return pen;
    case 'backspace':
      row.backspace();
      return pen;
    case 'erase-line':
      row.erase(token.mode);
      return pen;
    case 'link':
      return { ...pen, link: token.url };
    case 'style':
      return { ...pen, style: applyStyle(pen.style, token.parameters) };
  }
}

export interface TerminalText {
  readonly lines: readonly TerminalLine[];
  /** The last of `lines` has ended. */
  readonly endsWithNewline: boolean;
}

/** The lines of a whole text; see TerminalScreen. */
export function terminalText(raw: string): TerminalText {
  const lines: TerminalLine[] = [];
  const screen = new TerminalScreen((line) => lines.push(line));
  screen.write(raw);
  const last = screen.currentLine();
  return { lines: last ? [...lines, last] : lines, endsWithNewline: !last && lines.length > 0 };
}

/** The characters of a text as a terminal shows them, without style. Lines end with `\n` where they did in the text. */
export function plainText(raw: string): string {
  const { lines, endsWithNewline } = terminalText(raw);
  return lines.map((line) => line.spans.map((span) => span.text).join('')).join('\n') + (endsWithNewline ? '\n' : '');
}
