const TAB = 8;
/** East Asian Wide and Fullwidth, with emoji: two columns each. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]|\p{Emoji_Presentation}/u;

/**
 * How many lines a code has, and how many columns of a fixed font its longest: what a browser takes for its size until it draws it
 * (cell.css).
 */
export function codeSize(lines: readonly string[]): { readonly lines: number; readonly columns: number } {
  return { lines: lines.length, columns: Math.max(0, ...lines.map(columnsOf)) };
}

function columnsOf(line: string): number {
  let columns = 0;
  for (const sign of line) columns += sign === '\t' ? TAB - (columns % TAB) : WIDE.test(sign) ? 2 : 1;
  return columns;
}
