import { bundledLanguagesInfo } from 'shiki/langs';

/** Grammars that the site adds (`ec.config.mjs`). */
const OWN = ['cuda', 'ptx', 'nvsass'];

const KNOWN: ReadonlySet<string> = new Set([...OWN, ...bundledLanguagesInfo.flatMap(({ id, aliases = [] }) => [id, ...aliases])]);

/** Names that notebooks use, and those of grammars. */
const NAMES: Readonly<Record<string, string>> = {
  ipython: 'python', ipython2: 'python', ipython3: 'python', python2: 'python', python3: 'python', pyspark: 'python', 'cython': 'python',
  'c++11': 'cpp', 'c++14': 'cpp', 'c++17': 'cpp', 'c++20': 'cpp', 'c++23': 'cpp', cu: 'cuda', cuh: 'cuda', 'cuda-cpp': 'cuda', 'cuda c++': 'cuda',
  octave: 'matlab', 'wolfram language': 'wolfram', fortran: 'fortran-free-form', gnuplot: 'text', node: 'javascript', rscript: 'r', sh: 'bash',
};

/** Cell magics with a language of their own; `%%writefile` has that of its file. */
const MAGICS: Readonly<Record<string, string>> = {
  cu: 'cuda', cuda: 'cuda', cuda_group_run: 'cuda', cuda_group_save: 'cuda', nvcc: 'cuda', bash: 'bash', sh: 'bash', shell: 'bash', '!': 'bash',
  html: 'html', svg: 'xml', javascript: 'javascript', js: 'javascript', latex: 'latex', markdown: 'markdown', r: 'r', sql: 'sql', perl: 'perl', ruby: 'ruby',
};

/** The grammar for a language as a notebook names it; `text` where there is none. */
export function grammarName(language: string): string {
  const name = language.trim().toLowerCase();
  const found = NAMES[name] ?? name;
  return KNOWN.has(found) ? found : 'text';
}

/** The grammar for a code cell: that of its cell magic, or of the notebook's language. */
export function cellGrammar(source: string, language: string): string {
  const [, magic = '', rest = ''] = /^\s*%%([\w!]+)[ \t]*([^\n]*)/u.exec(source) ?? [];
  if (magic === 'writefile' || magic === 'file') return grammarName(/\.(\w+)\s*$/u.exec(rest)?.[1] ?? language);
  return grammarName(MAGICS[magic.toLowerCase()] ?? language);
}
