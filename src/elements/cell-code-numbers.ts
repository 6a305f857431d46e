import { Compartment, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers, ViewPlugin } from '@codemirror/view';

/** Line numbers in the editor, there while the reader wants them for all code (`reading-settings.ts`). */
export function wantedNumbers(): Extension {
  const place = new Compartment();
  const root = document.documentElement;
  const numbers = (): Extension => (root.dataset['codeNumbers'] === undefined ? [] : lineNumbers());
  const follow = ViewPlugin.define((view: EditorView) => {
    const observer = new MutationObserver(() => { view.dispatch({ effects: place.reconfigure(numbers()) }); });
    observer.observe(root, { attributeFilter: ['data-code-numbers'] });
    return { destroy: () => { observer.disconnect(); } };
  });
  return [place.of(numbers()), follow];
}
