import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { globalCompletion, localCompletionSource, pythonLanguage } from '@codemirror/lang-python';
import { HighlightStyle, indentUnit, LanguageSupport, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags as t } from '@lezer/highlight';
import { colour, wordColours } from './cell-code-colours.ts';
import { kernelCompletion, type KernelHelp } from './cell-code-help.ts';

const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: [t.variableName, t.propertyName], ...colour('text') },
  { tag: t.function(t.definition(t.variableName)), ...colour('function') },
]));

const BUILT_IN = '\\b(?:abs|all|any|bool|bytes|dict|enumerate|float|int|isinstance|len|list|map|max|min|open|print|range|repr|reversed|round|set|sorted|str|sum|tuple|type|zip)(?=\\()';

const words = wordColours([[BUILT_IN, 'builtin'], ['\\bfrom\\b', 'keyword'], ['\\b[A-Z_][A-Z0-9_]+\\b', 'constant']]);

/** Python in the editor: completions from the kernel, and where there is none from the cell and the language. */
export function pythonSupport(help: KernelHelp): Extension {
  const complete = async (context: CompletionContext): Promise<CompletionResult | null> =>
    (await kernelCompletion(context, help)) ?? ownCompletion(context);
  return new LanguageSupport(pythonLanguage, [
    colours, words, indentUnit.of('    '), pythonLanguage.data.of({ autocomplete: complete }),
  ]);
}

async function ownCompletion(context: CompletionContext): Promise<CompletionResult | null> {
  const found = [localCompletionSource(context), await globalCompletion(context)].filter((result) => result !== null);
  const [first] = found;
  return first ? { ...first, options: found.flatMap(({ options }) => options) } : null;
}
