import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { MarkedLine } from '../output/marked-code.ts';

class Mark extends WidgetType {
  readonly html: string;

  constructor(html: string) {
    super();
    this.html = html;
  }

  override eq(other: Mark): boolean {
    return other.html === this.html;
  }

  toDOM(): HTMLElement {
    const place = document.createElement('div');
    place.innerHTML = this.html;
    return place;
  }

  /** Links and folds in a mark are the reader's to press. */
  override ignoreEvent(): boolean {
    return true;
  }
}

const setMarks = StateEffect.define<readonly MarkedLine[]>();

/** What compilers said, below lines of the editor. */
export const codeMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, docChanged, effects, startState, newDoc }) {
    const given = effects.find((effect) => effect.is(setMarks))?.value;
    if (given) {
      return Decoration.set(given.flatMap(({ line, html }) => (
        line <= newDoc.lines ? [Decoration.widget({ widget: new Mark(html), block: true, side: 1 }).range(newDoc.line(line).to)] : []
      )), true);
    }
    if (!docChanged) return marks;
    const kept = marks.update({ filter: (from) => !changes.touchesRange(startState.doc.lineAt(from).from, from) });
    return kept.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function markCode(view: EditorView, marks: readonly MarkedLine[]): void {
  view.dispatch({ effects: setMarks.of(marks) });
}
