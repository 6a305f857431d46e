import { CUDA_QUALIFIER } from '../cuda/cuda-words.ts';

/** What C++ does not know, with the arguments that belong to it; and what the grammar of C++ at hand does not know everywhere. */
const UNKNOWN = new RegExp(
  `${CUDA_QUALIFIER}(?:(?<=launch_bounds__|maxnreg__|cluster_dims__|block_size__)\\s*\\([^()]*\\))?|__align__\\s*\\(\\d*\\)|\\balignas\\s*\\(\\w*\\)`,
  'g',
);

/** A conversion such as `unsigned(x)`, for which the grammar of C++ at hand has no rule. */
export const CONVERSION = /\b(?:unsigned|signed|long|short)(?=\()/gu;

/** A pointer to a member, `Type::*p`, and its use, `a.*p`: read as a pointer and as a product. */
const MEMBER_POINTER = /\b\w+::(?=\*)|(?<=[\w)\]])(?:\.|->)(?=\*\w)/gu;

/** `a{}, b{}`: of several variables in one declaration the grammar takes no empty initialisers. */
const EMPTY_INITIALISER = /(?<=\w)\{\}(?=\s*[,;])/gu;

/** `std::array a{1, 2, 3}`: of a type with a namespace or arguments, the grammar takes the braces for a function's body. */
const BRACE_INITIALISER = /(?<=(?:::\w+|>)\s[*&]?\w+)\{((?:[^{};]|\{[^{};]*\})+)\}(?=\s*[,;])/gu;

const INLINE_PTX = /\basm(?:\s+(?:volatile|__volatile__))?(?=\s*\()/gu;
const STRING_OR_MARK = /"(?:[^"\\\n]|\\.)*"|[():]/gu;

/** CUDA C++ as C++ of the same length: no qualifiers, a launch is a call that gives a function, conversions and inline PTX are calls. */
export function maskCuda(source: string): string {
  return maskAsm(source)
    .replaceAll(UNKNOWN, blank)
    .replaceAll(CONVERSION, (word) => '_'.repeat(word.length))
    .replaceAll(MEMBER_POINTER, blank)
    .replaceAll(EMPTY_INITIALISER, '  ')
    .replaceAll(BRACE_INITIALISER, '($1)')
    .replaceAll('<<<', '(  ')
    .replaceAll(/>>>(?=\s*\()/gu, ')  ');
}

const blank = (text: string): string => text.replaceAll(/[^\n]/gu, ' ');

/** Inline PTX as a call: its operands stand behind colons, as arguments do behind commas. */
function maskAsm(source: string): string {
  let masked = '';
  let end = 0;
  for (const { 0: keyword, index } of source.matchAll(INLINE_PTX)) {
    if (index < end) continue;
    const open = index + keyword.length;
    masked += source.slice(end, index) + keyword.replaceAll(/[^\n]/gu, '_');
    end = operandsEnd(source, open);
    masked += withCommas(source.slice(open, end));
  }
  return masked + source.slice(end);
}

/** Behind the bracket that closes the first one from a place on; the end of the text where it is not closed. */
function operandsEnd(source: string, from: number): number {
  let depth = 0;
  for (const { 0: mark, index } of source.slice(from).matchAll(STRING_OR_MARK)) {
    depth += mark === '(' ? 1 : mark === ')' ? -1 : 0;
    if (mark === ')' && depth === 0) return from + index + 1;
  }
  return source.length;
}

/** The first of a run of colons becomes a comma; none before the end of the operands. */
function withCommas(operands: string): string {
  return operands.replaceAll(/("(?:[^"\\\n]|\\.)*")|::|:/gu, (mark, text: string | undefined) => text ?? (mark === ':' ? ',' : ', '))
    .replaceAll(/,(\s*),/gu, (_, space: string) => `,${space} `)
    .replaceAll(/,(\s*)\)$/gu, (_, space: string) => ` ${space})`);
}
