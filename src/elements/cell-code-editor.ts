import { autocompletion, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentMore } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { EditorState, type Extension, Prec, Transaction } from '@codemirror/state';
import { EditorView, highlightSpecialChars, type KeyBinding, keymap } from '@codemirror/view';
import type { CellLanguage } from '../cell/cell.ts';
import type { CodeLabels } from '../i18n/cell-code-labels.ts';
import type { Locale } from '../i18n/locale.ts';
import type { MarkedLine } from '../output/marked-code.ts';
import { plainText } from '../output/terminal-text.ts';
import { codeColours } from './cell-code-colours.ts';
import { HIDDEN_CHARACTER } from './cell-code-lines.ts';
import { inspectWithKernel, type KernelHelp } from './cell-code-help.ts';
import { codeMarks, markCode } from './cell-code-marks.ts';
import style from './cell-code-editor.css?url';
import { loadStyle } from './load-style.ts';
import { inspection } from './cell-code-inspect.ts';
import { wantedNumbers } from './cell-code-numbers.ts';

await loadStyle(style);

export interface EditorOptions {
  /** The static code, which the editor is put behind. */
  readonly before: HTMLElement;
  readonly text: string;
  readonly language: CellLanguage;
  readonly locale: Locale;
  readonly labels: CodeLabels['editor'];
  /** Accessible name of the editor. */
  readonly name: string;
  readonly help: KernelHelp;
  readonly changed: (text: string) => void;
  readonly leave: () => void;
}

/** An open editor. This module and all it imports are loaded on the first edit, not before. */
export interface CodeEditor {
  /** Puts other text in; it is not reported as a change of the reader's. Undo brings the text before it again. */
  show(text: string): void;
  /** Shows marks below lines, in place of those before; one goes when its line is changed. */
  mark(marks: readonly MarkedLine[]): void;
  /** Focuses the editor, with the cursor in sight. */
  focus(): void;
}

/** The cell around the editor runs on these: here they only write nothing. */
const RUN_KEYS: readonly KeyBinding[] = ['Mod-Enter', 'Ctrl-Enter', 'Shift-Enter'].map((key) => ({ key, run: () => true }));

export async function openEditor(options: EditorOptions): Promise<CodeEditor> {
  const language = await languageSupport(options);
  const { before, text, changed } = options;
  const report = EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    const isShown = transactions.some((transaction) => transaction.annotation(Transaction.remote) === true);
    if (docChanged && !isShown) changed(state.doc.toString());
  });
  const keys = keysOf(options);
  const view = new EditorView({ state: EditorState.create({ doc: text, extensions: [language, base(options, keys.id), report] }) });
  before.after(view.dom);
  // Not beside the code, whose styles show what is hidden too.
  (before.closest('run-cell') ?? document.body).append(keys);
  view.scrollDOM.scrollLeft = before.scrollLeft;
  before.hidden = true;
  return {
    show: (shown) => {
      if (shown === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: shown }, annotations: Transaction.remote.of(true) });
    },
    mark: (marks) => { markCode(view, marks); },
    focus: () => {
      if (isOutOfSight(view)) view.dispatch({ selection: { anchor: firstInSight(view) } });
      view.focus();
    },
  };
}

/** Tells the keys of an editor to those who hear the page. */
function keysOf({ before, labels }: EditorOptions): HTMLElement {
  const keys = document.createElement('p');
  keys.id = `${before.closest('run-cell')?.id ?? 'cell'}-keys`;
  keys.hidden = true;
  keys.textContent = labels.keys;
  return keys;
}

/** Each language is loaded when a cell of it is edited. */
async function languageSupport({ language, locale, help }: EditorOptions): Promise<Extension> {
  if (language === 'cuda') {
    const { cudaSupport, inspectCuda } = await import('./cell-code-cuda.ts');
    return [cudaSupport(locale), inspection(inspectCuda(locale))];
  }
  if (language === 'python') {
    const { pythonSupport } = await import('./cell-code-python.ts');
    return [pythonSupport(help), inspection(inspectWithKernel(help, plainText))];
  }
  const { shellSupport } = await import('./cell-code-shell.ts');
  return shellSupport();
}

function base({ before, name, labels, leave }: EditorOptions, description: string): Extension {
  return [
    highlightSpecialChars({ addSpecialChars: HIDDEN_CHARACTER }),
    history(), bracketMatching(), closeBrackets(), indentOnInput(), autocompletion({ icons: false }), codeColours, codeMarks,
    // As a browser shows a tab without a style of its own.
    EditorState.tabSize.of(8),
    EditorState.phrases.of(labels.phrases),
    before.classList.contains('wrap') ? EditorView.lineWrapping : [],
    wantedNumbers(),
    EditorView.contentAttributes.of({ 'aria-label': name, 'aria-describedby': description }),
    Prec.high(keymap.of(RUN_KEYS)),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
    Prec.low(keymap.of([{ key: 'Tab', run: indentMore }, { key: 'Escape', run: () => { leave(); return true; } }])),
  ];
}

/** The first line of the code below the site's header. */
function firstInSight(view: EditorView): number {
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return view.lineBlockAtHeight(Math.max(0, header - view.documentTop + view.defaultLineHeight)).from;
}

function isOutOfSight(view: EditorView): boolean {
  const { top } = view.lineBlockAt(view.state.selection.main.head);
  const onScreen = view.documentTop + top;
  return onScreen < 0 || onScreen > window.innerHeight;
}
