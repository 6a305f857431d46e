import { ifNotIn, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { cppLanguage } from '@codemirror/lang-cpp';
import { HighlightStyle, indentUnit, Language, LanguageSupport, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { parseMixed, Parser, type Input, type PartialParse, type TreeFragment } from '@lezer/common';
import { tags as t } from '@lezer/highlight';
import { CUDA_BUILT_IN, CUDA_INTRINSIC, CUDA_LAUNCH, CUDA_QUALIFIER, CUDA_TYPE } from '../cuda/cuda-words.ts';
import type { Locale } from '../i18n/locale.ts';
import { colour, wordColours } from './cell-code-colours.ts';
import { CONVERSION, maskCuda } from './cell-code-cuda-mask.ts';
import { cudaNames, type CudaName } from './cell-code-cuda-names.ts';
import type { Inspect } from './cell-code-help.ts';

/** Reads a text that another parser understands once it is changed, without changing its length. */
class MaskedParser extends Parser {
  readonly #mask: (source: string) => string;
  readonly #parser: Parser;

  constructor(mask: (source: string) => string, parser: Parser) {
    super();
    this.#mask = mask;
    this.#parser = parser;
  }

  override createParse(input: Input, fragments: readonly TreeFragment[], ranges: readonly { from: number; to: number }[]): PartialParse {
    const masked = this.#mask(input.read(0, input.length));
    const read = (from: number, to?: number): string => masked.slice(from, to);
    return this.#parser.createParse({ length: masked.length, lineChunks: false, chunk: (from) => read(from), read }, fragments, ranges);
  }
}

/** What a macro stands for is code too, without the marks at its line ends. */
const macroBody = new MaskedParser((source) => source.replaceAll(/\\(?=\n)/gu, ' '), cppLanguage.parser);
const withMacros = cppLanguage.parser.configure({ wrap: parseMixed(({ name }) => (name === 'PreprocArg' ? { parser: macroBody } : null)) });

export const cudaLanguage = new Language(cppLanguage.data, new MaskedParser(maskCuda, withMacros), [], 'cuda');

const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: [t.function(t.variableName), t.function(t.propertyName), t.namespace], ...colour('function') },
  { tag: [t.variableName, t.propertyName], ...colour('variable') },
]));

const words = wordColours([
  [`\\b${CUDA_QUALIFIER}`, 'storage'],
  [`\\b${CUDA_BUILT_IN}\\b`, 'constant'],
  [`\\b${CUDA_TYPE}\\b`, 'builtin'],
  [CUDA_LAUNCH, 'storage'],
  [CONVERSION.source, 'builtin'],
  [`\\b${CUDA_INTRINSIC}`, 'builtin'],
  // Of pointers and references, which the grammar of C++ has no name for.
  ['[*&]', 'storage'],
]);

/** CUDA C++ in the editor: colours, names with descriptions in the reader's language, and the words of the cell. */
export function cudaSupport(locale: Locale): Extension {
  const known = cudaNames.map((name) => completionOf(name, locale));
  const complete = ifNotIn(['LineComment', 'BlockComment', 'String'], (context) => completeWords(context, known));
  return new LanguageSupport(cudaLanguage, [colours, words, indentUnit.of('  '), cudaLanguage.data.of({ autocomplete: complete })]);
}

/** What is known of the name at a place in CUDA code. */
export function inspectCuda(locale: Locale): Inspect {
  return (code, at) => {
    const start = /\w*$/u.exec(code.slice(0, at))?.index ?? at;
    const word = /^\w+/u.exec(code.slice(start))?.[0];
    const found = cudaNames.find(({ name, about }) => name === word && about);
    return Promise.resolve(found?.about ? `${found.name}\n\n${found.about[locale]}` : null);
  };
}

function completionOf({ name, kind, about }: CudaName, locale: Locale): Completion {
  return { label: name, type: kind, boost: about ? 1 : 0, ...(about && { info: about[locale] }) };
}

function completeWords(context: CompletionContext, known: readonly Completion[]): CompletionResult | null {
  const before = context.matchBefore(/\w+/u);
  if (!context.explicit && (!before || before.text.length < 2)) return null;
  const from = before?.from ?? context.pos;
  const names = new Set(known.map(({ label }) => label));
  const text = `${context.state.sliceDoc(0, from)} ${context.state.sliceDoc(context.pos)}`;
  const own = new Set([...text.matchAll(/\b[A-Za-z_]\w{2,}/gu)].map(([word]) => word).filter((word) => !names.has(word)));
  return { from, options: [...known, ...[...own].map((label) => ({ label, type: 'text' }))], validFor: /^\w*$/u };
}
