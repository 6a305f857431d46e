import type { CellLanguage } from '../cell/cell.ts';
import { fileNameProblem } from '../cell/file-name.ts';
import type { AnyCell } from '../notebook/any-notebook.ts';
import { magicLine, magicOptions, type MagicLine } from './magic-line.ts';

/** What a code cell becomes in a note. `warnings` say what was lost, for its author. */
export type ImportedCode =
  | {
    readonly kind: 'cell';
    readonly language: CellLanguage;
    readonly source: string;
    readonly nvccArgs: string;
    readonly files: string | null;
    /** In seconds, as it is written; empty for none. */
    readonly timeout: string;
    /** What the author called it; empty where nothing is known. */
    readonly name: string;
    readonly warnings: readonly string[];
  }
  | { readonly kind: 'shown'; readonly language: string; readonly source: string; readonly warnings: readonly string[] }
  | { readonly kind: 'dropped'; readonly warnings: readonly string[] };

/** Lines that load what `%%cuda` of other extensions needs; here the kernel has it. */
const EXTENSION = /^\s*(?:%(?:re)?load_ext\s+(?:nvcc4jupyter|nvcc_plugin)|[!%]\s*pip3?\s+install\b.*nvcc4?jupyter.*|[!%]\s*pip3?\s+install\b.*nvcc_plugin.*)\s*$/u;
const HEADER = /\.(?:cuh|h|hpp|hh|hxx|inc)$/u;
const SHELLS = ['bash', 'sh', 'shell'];
const CUDA_VALUED = ['-c', '--compiler-args', '-n', '--name', '-g', '--group', '-l', '--profiler', '-a', '--profiler-args', '--save', '--timeout', '--compile', '-s'];
/** With those that need no value. */
const CUDA_OPTIONS = [...CUDA_VALUED, '-t', '--timeit', '-p', '--profile'];

/**
 * Reads a code cell of a notebook whose kernel speaks `language`. `%%cuda` and the magics of nvcc4jupyter become CUDA cells with
 * their compiler arguments, `%%bash` and cells of `!` lines shell cells, headers written by `%%writefile` saved CUDA cells.
 */
export function importedCode({ source }: AnyCell, language: string): ImportedCode {
  const kept = source.split('\n').filter((line) => !EXTENSION.test(line)).join('\n').replace(/^\s*\n|\s+$/gu, '');
  if (kept === '') return { kind: 'dropped', warnings: source.trim() === '' ? [] : ['its extension is not needed: %%cuda is in every kernel here'] };
  const magic = magicLine(kept);
  if (magic && /^cu(?:da)?(?:_|$)/u.test(magic.name)) return cudaCode(magic);
  if (SHELLS.includes(language)) return cell('shell', kept);
  if (!/^i?python\d?$/u.test(language)) {
    return { kind: 'shown', language, source: kept, warnings: [`${language} does not run here: it is shown only`] };
  }
  if (magic) return otherMagic(magic, kept);
  return commandLines(kept) ?? cell('python', kept);
}

function cell(language: CellLanguage, source: string, facts: Partial<Extract<ImportedCode, { kind: 'cell' }>> = {}): ImportedCode {
  return { kind: 'cell', language, source, nvccArgs: '', files: null, timeout: '', name: '', warnings: [], ...facts };
}

function cudaCode({ name: magic, words, body }: MagicLine): ImportedCode {
  const { own, passed } = cudaWords(words);
  const options = magicOptions(own, CUDA_VALUED);
  const name = options.get('--name') ?? options.get('-n') ?? '';
  const nvccArgs = [options.get('-c') ?? options.get('--compiler-args') ?? '', ...passed].filter((part) => part !== '').join(' ');
  if (body.trim() === '') return { kind: 'dropped', warnings: [`%%${magic} without code is left out: let a cell of its own compile and run the files`] };
  const known = ['-c', '--compiler-args', '-n', '--name', '-g', '--group', '--save', '--timeout'];
  const warnings = [...options.keys()].filter((option) => !known.includes(option)).map((option) => `%%${magic} ${option} has no meaning here`);
  const saved = options.get('--save') ?? (magic === 'cuda_group_save' || (name !== '' && HEADER.test(name)) ? name : null);
  const facts = { nvccArgs, timeout: options.get('--timeout') ?? '', name: name.replace(/\.\w+$/u, '') };
  if (saved === null || isFile(saved)) return cell('cuda', body, { ...facts, files: saved, warnings });
  return cell('cuda', body, { ...facts, warnings: [...warnings, `${JSON.stringify(saved)} is no plain file name: the cell saves no file`] });
}

/** The words of the magic itself, and those that it passes on to nvcc: options of one dash that are none of its own, with their values. */
function cudaWords(words: readonly string[]): { readonly own: readonly string[]; readonly passed: readonly string[] } {
  const [own, passed]: [string[], string[]] = [[], []];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const [flag = ''] = word.split('=');
    if (CUDA_VALUED.includes(flag) && flag === word) {
      own.push(word, words[index + 1] ?? '');
      index += 1;
    } else if (!CUDA_OPTIONS.includes(flag) && (/^-[A-Za-z]/u.test(word) || (!word.startsWith('-') && passed.length > 0))) passed.push(word);
    else own.push(word);
  }
  return { own, passed };
}

function otherMagic({ name, words, body }: MagicLine, source: string): ImportedCode {
  if (SHELLS.includes(name) || (name === 'script' && SHELLS.includes(words[0] ?? ''))) {
    return cell('shell', body, { timeout: magicOptions(words, ['--timeout']).get('--timeout') ?? '' });
  }
  const [file = ''] = words;
  if (name === 'writefile' && words.length === 1 && HEADER.test(file) && isFile(file)) return cell('cuda', body, { files: file, name: file.replace(/\.\w+$/u, '') });
  return cell('python', source);
}

/** Cells of nothing but `!command` lines, as a script; null where Python's variables are put into one, or for any other. */
function commandLines(source: string): ImportedCode | null {
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  if (!lines.every((line) => /^\s*!/u.test(line) && !/[{$]/u.test(line))) return null;
  return cell('shell', lines.map((line) => line.replace(/^\s*!\s*/u, '')).join('\n'));
}

function isFile(name: string): boolean {
  return /^[A-Za-z0-9_][\w.-]*$/u.test(name) && fileNameProblem(name) === undefined;
}
