import { lineHtml } from './ansi-html.ts';
import { escapeHtml } from './escape-html.ts';
import { formatCount, type OutputLabels } from './labels.ts';
import { type TerminalLine, type TerminalSpan, terminalText } from './terminal-text.ts';

/** Lines in one `<pre>`: layout of a long text is then split into parts a browser can skip. */
export const BLOCK_LINES = 250;
/** Longer texts show their last lines. */
export const MAX_LINES = 10_000;
/** Longer lines (UTF-16 units) show their start. */
export const MAX_LINE_CHARACTERS = 20_000;

/** Classes of the `<pre>` elements of a stream. */
export function streamClasses(name: 'stdout' | 'stderr'): string {
  return `output-stream output-${name}`;
}

/** Text as HTML in parts, so that a live view can replace the parts that changed. */
export interface TextBlocks {
  /** A visible sentence on the lines left out; empty if all are shown. */
  readonly note: string;
  /** `<pre>` elements, cut where the line number in the whole text is a multiple of BLOCK_LINES. */
  readonly blocks: readonly string[];
  /** The number of the first block in the whole text: by it, a block keeps its number while lines are added. */
  readonly firstBlock: number;
}

/**
 * Terminal text as `<pre>` blocks with the given class besides `output-block`. At most MAX_LINES lines of at most
 * MAX_LINE_CHARACTERS are shown, and what is left out is said.
 */
export function textBlocks(raw: string, className: string, labels: OutputLabels): TextBlocks {
  const { lines, omittedLines, endsWithNewline } = terminalText(raw, MAX_LINES);
  const total = omittedLines + lines.length;
  const note = omittedLines === 0 ? '' : noteHtml(labels.omittedLines(formatCount(omittedLines), formatCount(total)));
  const blocks: string[] = [];
  for (let at = 0, end = 0; at < lines.length; at = end) {
    end = at + BLOCK_LINES - ((omittedLines + at) % BLOCK_LINES);
    const isLast = end >= lines.length;
    const content = lines
      .slice(at, end)
      .map((line) => cutLineHtml(line, labels))
      .join('\n');
    // A parser drops a line end right after <pre>.
    const start = content.startsWith('\n') || content === '' ? '\n' : '';
    blocks.push(`<pre class="${className} output-block">${start}${content}${isLast && !endsWithNewline ? '' : '\n'}</pre>`);
  }
  return { note, blocks, firstBlock: Math.floor(omittedLines / BLOCK_LINES) };
}

/** Terminal text as HTML; see textBlocks. */
export function textHtml(raw: string, className: string, labels: OutputLabels): string {
  const { note, blocks } = textBlocks(raw, className, labels);
  return note + blocks.join('');
}

/** A quiet sentence beside an output. */
export function noteHtml(sentence: string): string {
  return `<p class="output-note">${escapeHtml(sentence)}</p>`;
}

function cutLineHtml(line: TerminalLine, labels: OutputLabels): string {
  const length = line.reduce((sum, span) => sum + span.text.length, 0);
  if (length <= MAX_LINE_CHARACTERS) return lineHtml(line);
  const shown = startOf(line);
  const omitted = length - shown.reduce((sum, span) => sum + span.text.length, 0);
  return `${lineHtml(shown)}<span class="output-cut">${escapeHtml(labels.omittedCharacters(formatCount(omitted)))}</span>`;
}

function startOf(line: TerminalLine): TerminalLine {
  const spans: TerminalSpan[] = [];
  let room = MAX_LINE_CHARACTERS;
  for (const span of line) {
    if (room <= 0) break;
    spans.push({ ...span, text: wholeCharacters(span.text, room) });
    room -= span.text.length;
  }
  return spans;
}

/** The first `length` units, one fewer where that would halve a surrogate pair. */
function wholeCharacters(text: string, length: number): string {
  const cut = text.slice(0, length);
  return length < text.length && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
