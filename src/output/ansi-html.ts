import { escapeHtml } from './escape-html.ts';
import type { TerminalLine, TerminalSpan } from './terminal-row.ts';
import { terminalText } from './terminal-text.ts';
import type { TerminalColour, TextStyle } from './text-style.ts';

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
/** xterm's levels of the 6×6×6 cube, entries 16 to 231 of the palette. */
const CUBE_LEVELS = [0, 95, 135, 175, 215, 255] as const;

/**
 * Text with escape sequences as HTML for the inside of a `<pre>`: everything is escaped, the 16 named colours are
 * classes (`ansi-red-fg`, `ansi-bright-blue-bg`), other colours inline styles, OSC 8 links are kept for http and https.
 */
export function ansiHtml(raw: string): string {
  const { lines, endsWithNewline } = terminalText(raw);
  return lines.map(lineHtml).join('\n') + (endsWithNewline ? '\n' : '');
}

/** What is kept of a line as HTML, without a line end. */
export function lineHtml(line: TerminalLine): string {
  return line.spans.map(spanHtml).join('');
}

function spanHtml({ text, pen }: TerminalSpan): string {
  const { classes, styles } = lookOf(pen.style);
  const attributes =
    (classes.length > 0 ? ` class="${classes.join(' ')}"` : '') +
    (styles.length > 0 ? ` style="${styles.join(';')}"` : '');
  const content = attributes === '' ? escapeHtml(text) : `<span${attributes}>${escapeHtml(text)}</span>`;
  if (!/^https?:\/\/[^\s]+$/iu.test(pen.link)) return content;
  return `<a class="ansi-link" href="${escapeHtml(pen.link)}" rel="noopener noreferrer">${content}</a>`;
}

interface Look {
  readonly classes: readonly string[];
  readonly styles: readonly string[];
}

function lookOf(style: TextStyle): Look {
  const foreground = style.inverse ? (style.background ?? 'inverse') : style.foreground;
  const background = style.inverse ? (style.foreground ?? 'inverse') : style.background;
  const marks = (['bold', 'faint', 'italic', 'underline', 'strike'] as const).filter((mark) => style[mark]);
  const classes = marks.map((mark) => `ansi-${mark}`);
  const styles: string[] = [];
  paint(foreground, 'fg', classes, styles);
  paint(background, 'bg', classes, styles);
  return { classes, styles };
}

function paint(
  colour: TerminalColour | 'inverse' | undefined,
  suffix: 'fg' | 'bg',
  classes: string[],
  styles: string[],
): void {
  if (colour === undefined) return;
  if (colour === 'inverse') classes.push(`ansi-inverse-${suffix}`);
  else if (typeof colour === 'number' && colour < 16) {
    classes.push(`ansi-${colour < 8 ? '' : 'bright-'}${NAMES[colour % 8] ?? 'white'}-${suffix}`);
  } else {
    // As a variable: the style sheet brings its lightness to where it can be read in either scheme.
    classes.push(`ansi-rgb-${suffix}`);
    styles.push(`--ansi-${suffix}:rgb(${(typeof colour === 'number' ? paletteRgb(colour) : colour).join(',')})`);
  }
}

function paletteRgb(index: number): readonly number[] {
  if (index >= 232) return Array.from({ length: 3 }, () => 8 + (index - 232) * 10);
  const cube = index - 16;
  return [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((level) => CUBE_LEVELS[level] ?? 0);
}
