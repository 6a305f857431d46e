import { lineHtml } from './ansi-html.ts';
import { escapeHtml } from './escape-html.ts';
import { formatCount } from '../i18n/format-count.ts';
import type { OutputLabels } from './labels.ts';
import type { TerminalLine } from './terminal-row.ts';
import { TerminalScreen } from './terminal-text.ts';

/** Lines in one `<pre>`: layout of a long text is then split into parts a browser can skip. */
export const BLOCK_LINES = 250;
/** Of longer texts the first block and the last ones are kept. */
export const MAX_LINES = 10_000;
/** Longer lines (in code points) show their start. */
export const MAX_LINE_CHARACTERS = 20_000;


/** A part of a text as HTML. */
export interface TextBlock {
  /** Counts blocks from the start of the whole text. */
  readonly number: number;
  /** One `<pre>` element. */
  readonly html: string;
}

interface Block {
  readonly number: number;
  readonly lines: TerminalLine[];
  /** Made once all lines are there. */
  html: string | null;
}

/**
 * Terminal text that grows, as `<pre>` blocks of BLOCK_LINES lines with the given class besides `output-block`. Keeps the
 * first block and the last ones, at most `maxLines` lines of at most MAX_LINE_CHARACTERS; what is left out is counted.
 * A block that is full never changes.
 */
export class TextBlocks {
  readonly #className: string;
  readonly #labels: OutputLabels;
  readonly #maxBlocks: number;
  readonly #screen = new TerminalScreen((line) => { this.#add(line); }, MAX_LINE_CHARACTERS);
  #blocks: Block[] = [];
  #omittedBlocks = 0;
  #hasCutLine = false;

  constructor(className: string, labels: OutputLabels, maxLines = MAX_LINES) {
    this.#className = className;
    this.#labels = labels;
    this.#maxBlocks = Math.ceil(maxLines / BLOCK_LINES);
  }

  write(text: string): void {
    this.#screen.write(text);
  }

  get omittedLines(): number {
    return this.#omittedBlocks * BLOCK_LINES;
  }

  /** True where not all characters of the text are in the blocks. */
  get isCut(): boolean {
    return this.#omittedBlocks > 0 || this.#hasCutLine || (this.#screen.currentLine()?.omittedColumns ?? 0) > 0;
  }

  /** A visible sentence on the lines left out, which are those after the first block; empty if all are shown. */
  get note(): string {
    if (this.#omittedBlocks === 0) return '';
    const last = this.#blocks.at(-1);
    const total = last === undefined ? 0 : last.number * BLOCK_LINES + last.lines.length + (this.#screen.currentLine() ? 1 : 0);
    return noteHtml(this.#labels.omittedLines(formatCount(this.omittedLines), formatCount(total)));
  }

  blocks(): readonly TextBlock[] {
    const current = this.#screen.currentLine();
    const last = this.#blocks.at(-1);
    const startsBlock = current !== undefined && (last === undefined || last.lines.length === BLOCK_LINES);
    const blocks = this.#blocks.map((block) => {
      if (block === last && current && !startsBlock) return { number: block.number, html: this.#html([...block.lines, current], '') };
      if (block.lines.length < BLOCK_LINES) return { number: block.number, html: this.#html(block.lines, '\n') };
      return { number: block.number, html: (block.html ??= this.#html(block.lines, '\n')) };
    });
    return startsBlock ? [...blocks, { number: (last?.number ?? -1) + 1, html: this.#html([current], '') }] : blocks;
  }

  #add(line: TerminalLine): void {
    this.#hasCutLine ||= line.omittedColumns > 0;
    const last = this.#blocks.at(-1);
    if (last && last.lines.length < BLOCK_LINES) {
      last.lines.push(line);
      return;
    }
    if (this.#blocks.length === this.#maxBlocks) {
      this.#blocks.splice(1, 1);
      this.#omittedBlocks += 1;
    }
    this.#blocks.push({ number: (last?.number ?? -1) + 1, lines: [line], html: null });
  }

  #html(lines: readonly TerminalLine[], end: string): string {
    const content = lines.map((line) => this.#lineHtml(line)).join('\n');
    // A parser drops a line end right after <pre>.
    const start = content.startsWith('\n') || content === '' ? '\n' : '';
    return `<pre class="${this.#className} output-block">${start}${content}${end}</pre>`;
  }

  #lineHtml(line: TerminalLine): string {
    if (line.omittedColumns === 0) return lineHtml(line);
    const cut = this.#labels.omittedCharacters(formatCount(line.omittedColumns));
    return `${lineHtml(line)}<span class="output-cut">${escapeHtml(cut)}</span>`;
  }
}

/** A quiet sentence beside an output. */
export function noteHtml(sentence: string): string {
  return `<p class="output-note">${escapeHtml(sentence)}</p>`;
}
