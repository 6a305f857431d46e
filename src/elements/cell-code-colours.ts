import { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { tags as t } from '@lezer/highlight';

/** What code is coloured by; the values, light and dark, are in styles/editor.css. */
export type CodeColour =
  | 'keyword' | 'storage' | 'function' | 'variable' | 'type' | 'constant' | 'builtin' | 'number' | 'string' | 'comment' | 'punctuation' | 'text';

export const colour = (name: CodeColour): { readonly color: string } => ({ color: `var(--code-${name})` });

/** The site's colours, as far as they are the same in all languages. */
export const codeColours = syntaxHighlighting(HighlightStyle.define([
  { tag: [t.keyword, t.controlKeyword, t.operatorKeyword, t.moduleKeyword, t.processingInstruction, t.bool, t.null, t.self], ...colour('keyword') },
  { tag: [t.definitionKeyword, t.modifier, t.standard(t.typeName)], ...colour('storage') },
  { tag: [t.arithmeticOperator, t.logicOperator, t.bitwiseOperator, t.compareOperator, t.updateOperator], ...colour('storage') },
  { tag: [t.punctuation, t.bracket, t.separator, t.derefOperator, t.definitionOperator, t.operator], ...colour('punctuation') },
  { tag: [t.function(t.definition(t.variableName)), t.special(t.name)], ...colour('function') },
  { tag: [t.typeName, t.className], ...colour('type') },
  { tag: t.meta, ...colour('variable') },
  { tag: t.number, ...colour('number') },
  { tag: [t.string, t.special(t.string), t.character], ...colour('string') },
  { tag: t.escape, ...colour('constant') },
  { tag: [t.comment, t.lineComment, t.blockComment], ...colour('comment') },
]));

/**
 * Colours words that a language's grammar has no name for, outside of comments and strings.
 * @param words sources of regular expressions, the first that matches wins
 */
export function wordColours(words: readonly (readonly [source: string, name: CodeColour])[]): Extension {
  const marks = words.map(([, name]) => Decoration.mark({ class: `code-${name}` }));
  const decorator = new MatchDecorator({
    regexp: new RegExp(words.map(([source]) => `(${source})`).join('|'), 'g'),
    decorate: (add, from, to, match, view) => {
      const mark = marks[match.slice(1).findIndex((group: string | undefined) => group !== undefined)];
      if (mark && !/Comment|String/u.test(syntaxTree(view.state).resolveInner(from, 1).name)) add(from, to, mark);
    },
  });
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      #tree;

      constructor(view: EditorView) {
        this.#tree = syntaxTree(view.state);
        this.decorations = decorator.createDeco(view);
      }

      update(update: ViewUpdate): void {
        const tree = syntaxTree(update.state);
        this.decorations = tree === this.#tree ? decorator.updateDeco(update, this.decorations) : decorator.createDeco(update.view);
        this.#tree = tree;
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}
