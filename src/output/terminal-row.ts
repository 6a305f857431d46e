import { plainStyle, type TextStyle } from './text-style.ts';

/** How text is written at one moment: its style and, inside OSC 8, the address it links to. */
export interface Pen {
  readonly style: TextStyle;
  readonly link: string;
}

export interface TerminalSpan {
  readonly text: string;
  readonly pen: Pen;
}

export interface TerminalLine {
  readonly spans: readonly TerminalSpan[];
  /** Columns after the last of `spans` that were not kept. */
  readonly omittedColumns: number;
}

export const plainPen: Pen = { style: plainStyle, link: '' };

const BLANK: TerminalSpan = { text: ' ', pen: plainPen };

/** The line a terminal writes on, without a right edge. A column is a code point; only the first `maxColumns` are kept. */
export class TerminalRow {
  readonly #maxColumns: number;
  /** The line as it was written, as long as nothing was overwritten. */
  readonly #spans: TerminalSpan[] = [];
  /** One span a column, from the first overwriting on. */
  #cells: TerminalSpan[] | null = null;
  #column = 0;
  /** Columns of the line, kept or not. */
  #length = 0;

  constructor(maxColumns: number) {
    this.#maxColumns = maxColumns;
  }

  copy(): TerminalRow {
    const row = new TerminalRow(this.#maxColumns);
    row.#spans.push(...this.#spans);
    row.#cells = this.#cells && [...this.#cells];
    row.#column = this.#column;
    row.#length = this.#length;
    return row;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  write(text: string, pen: Pen): void {
    if (this.#cells === null && this.#column === this.#length) this.#append(text, pen);
    else this.#overwrite(text, pen);
    this.#length = Math.max(this.#length, this.#column);
  }

  carriageReturn(): void {
    this.#column = 0;
  }

  backspace(): void {
    this.#column = Math.max(0, this.#column - 1);
  }

  /** EL: 0 from the cursor to the end, 1 from the start to the cursor, 2 the whole line. */
  erase(mode: 0 | 1 | 2): void {
    if (mode === 1) {
      const cells = this.#toCells();
      cells.fill(BLANK, 0, Math.min(cells.length, this.#column + 1));
      return;
    }
    const kept = mode === 0 ? this.#column : 0;
    if (kept >= this.#length) return;
    const cells = this.#toCells();
    cells.length = Math.min(cells.length, kept);
    this.#length = kept;
  }

  line(): TerminalLine {
    return {
      spans: this.#cells === null ? [...this.#spans] : spansOf(this.#cells),
      omittedColumns: Math.max(0, this.#length - this.#maxColumns),
    };
  }

  #append(text: string, pen: Pen): void {
    const kept = firstColumns(text, this.#maxColumns - this.#column);
    const last = this.#spans.at(-1);
    if (kept !== '' && last?.pen === pen) this.#spans[this.#spans.length - 1] = { text: last.text + kept, pen };
    else if (kept !== '') this.#spans.push({ text: kept, pen });
    this.#column += columnsOf(text);
  }

  #overwrite(text: string, pen: Pen): void {
    const cells = this.#toCells();
    while (cells.length < Math.min(this.#column, this.#maxColumns)) cells.push(BLANK);
    let at = this.#column;
    for (const character of firstColumns(text, this.#maxColumns - at)) {
      cells[at] = { text: character, pen };
      at += 1;
    }
    this.#column += columnsOf(text);
  }

  #toCells(): TerminalSpan[] {
    this.#cells ??= this.#spans.flatMap(({ text, pen }) => Array.from(text, (character) => ({ text: character, pen })));
    return this.#cells;
  }
}

const hasPairs = (text: string): boolean => /[\ud800-\udbff][\udc00-\udfff]/.test(text);

function columnsOf(text: string): number {
  return hasPairs(text) ? Array.from(text).length : text.length;
}

function firstColumns(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (text.length <= columns) return text;
  return hasPairs(text.slice(0, 2 * columns)) ? Array.from(text.slice(0, 2 * columns)).slice(0, columns).join('') : text.slice(0, columns);
}

function spansOf(cells: readonly TerminalSpan[]): readonly TerminalSpan[] {
  const spans: TerminalSpan[] = [];
  let start = 0;
  for (let at = 1; at <= cells.length; at += 1) {
    const first = cells[start];
    if (first === undefined || cells[at]?.pen === first.pen) continue;
    spans.push({ text: cells.slice(start, at).map((cell) => cell.text).join(''), pen: first.pen });
    start = at;
  }
  return spans;
}
