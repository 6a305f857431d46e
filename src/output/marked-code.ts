/** HTML to stand below a line of code. */
export interface MarkedLine {
  /** 1-based. */
  readonly line: number;
  readonly html: string;
}

const LINE = '<div class="ec-line';

/**
 * Code as Expressive Code renders it, with marks at the ends of its lines' elements. Text of the code has no `<` in it. Throws
 * where the HTML has no such lines.
 */
export function withLineMarks(html: string, marks: readonly MarkedLine[]): string {
  if (marks.length === 0) return html;
  const [head = '', ...lines] = html.split(LINE);
  if (lines.length === 0) throw new Error('there is no line of Expressive Code to mark: its HTML has changed');
  return [head, ...lines.map((line, index) => {
    const own = marks.filter((mark) => mark.line === index + 1);
    if (own.length === 0) return line;
    const end = /<\/div>(?=<\/code>|$)/u.exec(line);
    if (!end) throw new Error('a line of Expressive Code has no end: its HTML has changed');
    return line.slice(0, end.index) + own.map((mark) => mark.html).join('') + line.slice(end.index);
  })].join(LINE);
}
