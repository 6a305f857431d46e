import { indentLess } from '@codemirror/commands';
import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import type { Inspect } from './cell-code-help.ts';

const setTooltip = StateEffect.define<Tooltip | null>();

const shownTooltip = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, transaction) {
    const effect = transaction.effects.find((each) => each.is(setTooltip));
    if (effect) return effect.value;
    return transaction.docChanged || transaction.selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

/** Shows what is known of a name: on Shift-Tab with the cursor at it, and under the pointer. Escape closes it. */
export function inspection(inspect: Inspect): Extension {
  const show = (view: EditorView): boolean => {
    const { main } = view.state.selection;
    if (!main.empty || !isAtName(view.state, main.head)) return indentLess(view);
    void showAt(view, main.head, inspect);
    return true;
  };
  const hide = (view: EditorView): boolean => {
    if (!view.state.field(shownTooltip)) return false;
    view.dispatch({ effects: setTooltip.of(null) });
    return true;
  };
  const hover = hoverTooltip(async (view, at) => {
    const word = view.state.wordAt(at);
    const text = word && (await inspect(view.state.doc.toString(), at));
    return text === null ? null : tooltip(word?.from ?? at, text);
  }, { hoverTime: 600, hideOnChange: true });
  return [shownTooltip, hover, Prec.high(keymap.of([{ key: 'Shift-Tab', run: show }, { key: 'Escape', run: hide }]))];
}

async function showAt(view: EditorView, at: number, inspect: Inspect): Promise<void> {
  const { doc } = view.state;
  const text = await inspect(doc.toString(), at);
  const isStill = view.state.doc === doc && view.state.selection.main.head === at;
  if (text === null || !isStill) return;
  view.dispatch({ effects: [setTooltip.of(tooltip(at, text)), EditorView.announce.of(text.slice(0, 400))] });
}

/** The text is a program's: it goes in as text. */
function tooltip(pos: number, text: string): Tooltip {
  return {
    pos,
    create: () => {
      const dom = document.createElement('pre');
      dom.className = 'code-inspection';
      dom.tabIndex = 0;
      dom.textContent = text;
      return { dom };
    },
  };
}

/** Behind a letter, or behind the bracket that opens a call. */
function isAtName(state: EditorState, at: number): boolean {
  return /[\w(]/u.test(state.sliceDoc(Math.max(0, at - 1), at)) || /\w/u.test(state.sliceDoc(at, at + 1));
}
