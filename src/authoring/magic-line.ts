/** The first line of a cell that begins with a cell magic, `%%cuda -c "-O3"`. */
export interface MagicLine {
  readonly name: string;
  readonly words: readonly string[];
  /** The cell below that line. */
  readonly body: string;
}

/** Null for a cell without a cell magic. Blank lines may stand before it. */
export function magicLine(source: string): MagicLine | null {
  const [, name, rest = '', body = ''] = /^\s*%%([\w!]+)([^\n]*)(?:\n([^]*))?$/u.exec(source) ?? [];
  return name === undefined ? null : { name, words: shellWords(rest), body };
}

/** Words as a shell splits them: quotes keep spaces, a backslash keeps the next character. */
function shellWords(text: string): readonly string[] {
  const words = text.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/gu);
  return [...words].map(([word]) => word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gu, (_, double?: string, single?: string, plain?: string) => (
    double?.replace(/\\(["\\$`])/gu, '$1') ?? single ?? plain ?? ''
  )));
}

/** Options and what follows them. `-c X`, `--compiler-args X` and `--compiler-args=X` are alike; a flag is an empty text. */
export function magicOptions(words: readonly string[], valued: readonly string[]): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  for (let index = 0; index < words.length; index += 1) {
    const [name = '', ...rest] = (words[index] ?? '').split('=');
    if (rest.length > 0 && name.startsWith('-')) options.set(name, rest.join('='));
    else if (valued.includes(name)) {
      index += 1;
      options.set(name, words[index] ?? '');
    } else options.set(name, '');
  }
  return options;
}
