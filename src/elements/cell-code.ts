import { isCellLanguage } from '../cell/cell.ts';
import { localeOf } from '../i18n/locale.ts';
import type { MarkedLine } from '../output/marked-code.ts';
import type { CodeEditor } from './cell-code-editor.ts';
import type { KernelHelp } from './cell-code-help.ts';
import { CodeLines } from './cell-code-lines.ts';
import { type CodeNotice, CodeNotices } from './cell-code-notices.ts';
import { shareNotice } from './cell-code-share.ts';
import { type CodeEdit, codeState, type CodeState, codeStatus, type CodeStatus, opened, reset, shownEdit, typed, undone } from './cell-code-state.ts';
import { codeStore, type CodeStore } from './cell-code-store.ts';
import { stateNotices } from './cell-code-told.ts';
import { copyText } from './copy-text.ts';
import { codeLabels } from './page-words.ts';

/** How long a button says that it has copied. */
const COPIED_MS = 2000;

const shownCodes = new Map<string, CellCode>();

/** The code of a cell of the page. */
export function cellCodeOf(note: string, cell: string): CellCode | null {
  return shownCodes.get(`${note}:${cell}`) ?? null;
}

/**
 * The code of a cell: the note's, the reader's edit, which the browser keeps, or one that came with a link. The editor takes the
 * place of the static code at the first edit. Dispatches a bubbling `warpnotes:code` at the cell when the text has changed.
 */
export class CellCode {
  readonly #root: HTMLElement;
  readonly #help: KernelHelp;
  readonly #locale = localeOf(document.documentElement.lang);
  readonly #lines: CodeLines;
  readonly #store: CodeStore;
  readonly #notices: CodeNotices;
  #state: CodeState;
  #editor: CodeEditor | null = null;
  #opening: Promise<CodeEditor> | null = null;
  #kept: 'kept' | 'refused' = 'kept';
  /** What the last step had to say, until the next one. */
  #answer: CodeNotice | null = null;
  /** What compilers said of the text that is shown; null where they have not been asked. */
  #marks: readonly MarkedLine[] | null = null;
  /** The link's code was run by the reader's own click at this cell. */
  #approved = false;

  /** @param root a `run-cell` as `components/Cell.astro` prints it */
  constructor(root: HTMLElement, help: KernelHelp) {
    this.#root = root;
    this.#help = help;
    this.#lines = new CodeLines(this.#part('.cell-code pre > code'));
    this.#notices = new CodeNotices(this.#part('.cell-notices'));
    const { note = '', cell = '' } = root.dataset;
    this.#store = codeStore(note, cell);
    this.#state = codeState(this.#note(), this.#store.read());
    shownCodes.set(`${note}:${cell}`, this);
    this.#connect();
    this.#paint();
  }

  /** What the page shows, and a run sends. */
  text(): string {
    // Not the state's copy: the page is what the reader sees.
    return this.#editor || this.edited ? shownEdit(this.#state).text : this.#lines.text();
  }

  /** The note's own code. */
  get original(): string {
    return this.#lines.original();
  }

  get status(): CodeStatus {
    return codeStatus(this.#state);
  }

  /** What is shown is not the note's code. */
  get edited(): boolean {
    return this.status !== 'original';
  }

  /** The code came with a link, and the reader has not run it here: no run that was asked for elsewhere may send it. */
  get needsReading(): boolean {
    return this.status === 'linked' && !this.#approved;
  }

  /** The reader runs this very cell: what it shows, and no other code that came with a link. */
  approve(): void {
    this.#approved ||= this.status === 'linked';
  }

  /** Brings the reader to code that `needsReading`. */
  askToRead(): void {
    this.#say({ text: codeLabels.notice.runLinkedFirst });
    this.#root.scrollIntoView({ block: 'nearest' });
    this.#part('.cell-run').focus();
  }

  /** Opens the editor, or goes back to it. */
  async edit(): Promise<void> {
    const button = this.#part('.cell-edit');
    button.ariaBusy = 'true';
    try {
      this.#editor ??= await (this.#opening ??= this.#open());
      this.#answer = null;
      this.#paint();
      this.#editor.focus();
    } catch (error) {
      console.error('The editor could not be loaded.', error);
      this.#opening = null;
      this.#say({ text: codeLabels.notice.editorFailed });
    } finally {
      button.ariaBusy = null;
    }
  }

  /** Shows what compilers said of a text, at those lines that still stand as they were; null takes it away. */
  mark(marks: readonly MarkedLine[] | null, text: string): void {
    const [compiled, shown] = [text.split('\n'), this.text().split('\n')];
    this.#marks = marks?.filter(({ line }) => compiled[line - 1] === shown[line - 1]) ?? null;
    this.#editor?.mark(this.#marks ?? []);
    this.#lines.mark(this.#marks);
  }

  /** Goes to the editor where it is open, else to the button that opens it. */
  focus(): void {
    this.#root.scrollIntoView({ block: 'nearest' });
    if (this.#editor) this.#editor.focus();
    else this.#part('.cell-edit').focus();
  }

  /** Shows the code of a link in place of the present one, which stays. */
  openLinked(edit: CodeEdit): void {
    this.#approved = false;
    this.#change(opened(this.#state, edit));
    this.#unfold();
    this.#root.scrollIntoView({ block: 'start' });
  }

  async #open(): Promise<CodeEditor> {
    const { language = '', cell = '' } = this.#root.dataset;
    if (!isCellLanguage(language)) throw new Error(`cell ${cell} is in "${language}", which has no editor`);
    const { openEditor } = await import('./cell-code-editor.ts');
    if (!this.edited) this.#state = { ...this.#state, original: this.#note() };
    this.#unfold();
    const editor = await openEditor({
      before: this.#part('.cell-code pre'), text: this.text(), language, locale: this.#locale, labels: codeLabels.editor,
      name: codeLabels.editor.name(cell), help: this.#help,
      changed: (text) => this.#change(typed(this.#state, text)), leave: () => this.#part('.cell-edit').focus(),
    });
    editor.mark(this.#marks ?? []);
    return editor;
  }

  #connect(): void {
    const on = (selector: string, act: () => void): void => { this.#part(selector).addEventListener('click', act); };
    on('.cell-edit', () => void this.edit());
    on('.cell-reset', () => this.#change(reset(this.#state), '.cell-undo'));
    on('.cell-undo', () => this.#change(undone(this.#state), '.cell-edit'));
    on('.cell-share', () => void this.#share());
    on('.cell-copy', () => void this.#copy());
    // The same cell in another tab: what was typed last is what is kept.
    window.addEventListener('storage', ({ key }) => {
      if (key === this.#store.key) this.#accept({ ...this.#state, own: this.#store.read() });
    });
  }

  async #share(): Promise<void> {
    const { note = '', cell = '' } = this.#root.dataset;
    this.#say(await shareNotice({ note, cell, ...shownEdit(this.#state) }, codeLabels.link));
  }

  async #copy(): Promise<void> {
    if ((await copyText(this.text())) === 'refused') {
      this.#say({ text: codeLabels.copyByHand });
      return;
    }
    const [button, word] = [this.#part('.cell-copy'), this.#part('.cell-copy-word')];
    button.classList.add('cell-copied');
    word.textContent = codeLabels.copied;
    setTimeout(() => {
      button.classList.remove('cell-copied');
      word.textContent = codeLabels.copy;
    }, COPIED_MS);
  }

  #say(answer: CodeNotice): void {
    this.#answer = answer;
    this.#paint();
  }

  /** @param focus where the focus goes, since the button that had it may be gone */
  #change(next: CodeState, focus?: string): void {
    if (next.own !== this.#state.own) this.#kept = this.#store.write(next.own);
    this.#answer = null;
    this.#accept(next);
    if (focus !== undefined) this.#part(focus).focus();
  }

  #accept(next: CodeState): void {
    const before = shownEdit(this.#state).text;
    this.#state = next;
    this.#paint();
    if (shownEdit(next).text === before) return;
    // The editor takes its marks along with its lines.
    if (!this.#editor) this.mark(null, '');
    this.#root.dispatchEvent(new Event('warpnotes:code', { bubbles: true }));
  }

  #paint(): void {
    const { status } = this;
    const { text } = shownEdit(this.#state);
    if (this.#editor) this.#editor.show(text);
    else if (this.edited || !this.#lines.areOriginal) this.#lines.show(text);
    const { undo } = this.#state;
    this.#root.dataset['code'] = status;
    this.#write('.cell-edited', status === 'original' ? '' : codeLabels.status[status]);
    this.#write('.cell-undo', undo?.step === 'adopt' ? codeLabels.undoAdopt : codeLabels.undoReset);
    this.#part('.cell-undo').hidden = undo === null;
    this.#part('.cell-reset').hidden = status !== 'edited';
    this.#part('.cell-share').hidden = status === 'original';
    const recordedOf = this.#root.querySelector<HTMLElement>('.cell-of-original');
    if (recordedOf) recordedOf.hidden = status === 'original';
    const told = stateNotices(this.#state, this.#kept, codeLabels, (next) => this.#change(next, '.cell-edit'));
    this.#notices.show(this.#answer ? [...told, this.#answer] : told);
  }

  #unfold(): void {
    const place = this.#part('.cell-code');
    if (place instanceof HTMLDetailsElement) place.open = true;
  }

  #note(): CodeEdit {
    return { text: this.#lines.original(), digest: this.#root.dataset['digest'] ?? '' };
  }

  #write(selector: string, text: string): void {
    const place = this.#part(selector);
    if (place.textContent !== text) place.textContent = text;
  }

  #part<T extends HTMLElement = HTMLElement>(selector: string): T {
    const found = this.#root.querySelector<T>(selector);
    if (!found) throw new Error(`cell ${this.#root.id} has no ${selector}`);
    return found;
  }
}
