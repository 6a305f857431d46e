import type { CudaBuild, CudaDiagnostic } from './cuda-message.ts';

/** A diagnostic at a line of a file. */
export interface LineMark {
  /** 1-based. */
  readonly line: number;
  readonly diagnostic: CudaDiagnostic;
}

/** Tools that see no source: they name a symbol, and at most a line of an intermediate file. */
const AFTER_SOURCE = /^(?:ptxas|nvlink|ld|cicc|.*\.ptx)$/u;
const SYMBOL = /['`"]([\w$:~]+)/gu;
const MARKS = 50;

/** The name of the file that a build compiled: nvcc's last argument. */
export function builtFile({ command }: CudaBuild): string {
  return command.split(' ').at(-1) ?? '';
}

/**
 * Where the diagnostics of a build stand in one of the files that took part, in the order of its lines. A tool that names a
 * symbol only is led to the symbol's definition, or else to its first use.
 * @param file the name under which the compilers knew `source`
 */
export function lineMarks(build: CudaBuild, file: string, source: string): readonly LineMark[] {
  const lines = source.split('\n');
  const marks = build.diagnostics.flatMap((diagnostic) => {
    const { file: named, text } = diagnostic;
    const line = named === file ? diagnostic.line : AFTER_SOURCE.test(named) ? symbolLine(text, lines) : null;
    return line !== null && line >= 1 && line <= lines.length ? [{ line, diagnostic }] : [];
  });
  const known = new Set<string>();
  return marks.filter(({ line, diagnostic: { severity, text } }) => {
    const key = `${line} ${severity} ${text}`;
    return !known.has(key) && known.add(key);
  }).sort((one, other) => one.line - other.line).slice(0, MARKS);
}

/** Where a symbol that is missing is used last, after its declaration; where any other is defined. */
function symbolLine(text: string, lines: readonly string[]): number | null {
  const isMissing = /reference|extern/iu.test(text);
  const code = lines.map((line) => line.replace(/\/\/.*$/u, ''));
  for (const [, symbol = ''] of text.matchAll(SYMBOL)) {
    const name = plainName(symbol);
    if (name === '') continue;
    const isNamed = new RegExp(`\\b${name}\\s*[(<]`, 'u');
    const isDefined = new RegExp(`__(?:global|device)__.*\\b${name}\\s*\\(`, 'u');
    const first = code.findIndex((line) => isDefined.test(line));
    const found = isMissing
      ? code.findLastIndex((line) => isNamed.test(line))
      : first < 0 ? code.findIndex((line) => isNamed.test(line)) : first;
    if (found >= 0) return found + 1;
  }
  return null;
}

/** The last name in a symbol: `_Z9elsewherei` and `ns::elsewhere` are `elsewhere`. */
function plainName(symbol: string): string {
  const mangled = /^_ZN?K?((?:\d+\w+)+)/u.exec(symbol)?.[1];
  if (mangled === undefined) return (symbol.split('::').at(-1) ?? symbol).replace(/[$~]/gu, '');
  let rest = mangled;
  let name = '';
  for (let length = /^\d+/u.exec(rest)?.[0]; length !== undefined; length = /^\d+/u.exec(rest)?.[0]) {
    name = rest.slice(length.length, length.length + Number(length));
    rest = rest.slice(length.length + Number(length));
  }
  return name.replace(/\W/gu, '');
}
