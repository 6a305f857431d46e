import type { InputRequest } from '../kernel/run-handlers.ts';
import { formatCount } from '../i18n/format-count.ts';
import type { OutputLabels } from '../output/labels.ts';
import { fittingOutputs, type KeptOutput, withDisplayId, withoutDisplayId } from '../output/kept-outputs.ts';
import { FIRST_OUTPUTS, LiveFold, type LiveItem } from '../output/live-fold.ts';
import { connectionGap } from '../output/output-gap.ts';
import type { IOutput } from '../output/output.ts';
import { displayUpdateOf, type IOPubMessage, outputEdit } from '../output/reduce-outputs.ts';
import { noteHtml } from '../output/text-blocks.ts';
import { WIDGET_MIME_TYPE } from '../output/widget-state.ts';
import { LiveBundle } from './live-bundle.ts';
import { frozen, liveRenderer, moveWidgets } from './live-context.ts';
import { LiveHeight } from './live-height.ts';
import { LiveInput } from './live-input.ts';
import { LiveStream } from './live-stream.ts';
import { LiveTurn } from './live-turn.ts';
import { SHOW_AFTER_MS } from './show-after.ts';

/** How long messages are read in one frame; the others wait for the next. */
const FOLD_MS = 8;

/** The live outputs of the page that have their place: a cell may update a display that another one made. */
const all = new Set<LiveOutputs>();

/** Where an item is shown, and for all but streams the one that is. */
type Place =
  | { readonly kind: 'stream'; readonly element: HTMLElement; readonly view: LiveStream }
  | { readonly kind: 'bundle'; readonly element: HTMLElement; readonly view: LiveBundle; item: LiveItem | null };

function shows(item: LiveItem, mimeTypes: readonly string[] | null): boolean {
  if (item.kind !== 'output' || !('data' in item.output)) return false;
  const { data } = item.output;
  return mimeTypes === null || mimeTypes.some((mimeType) => mimeType in data);
}

/** The outputs of one run in an element: messages are gathered and painted once a frame, changed outputs only. */
export class LiveOutputs {
  readonly #container: HTMLElement;
  readonly #labels: OutputLabels;
  readonly #renderOutput: (output: IOutput) => string;
  readonly #heightBefore: () => number;
  readonly #turn = new LiveTurn(() => { this.#paintSome(); });
  /** Null while what an earlier run printed still stands. */
  #height: LiveHeight | null = null;
  #standing: ReturnType<typeof setTimeout> | undefined;
  #fold: LiveFold;
  #arrived: IOPubMessage[] = [];
  #read = 0;
  #places: Place[] = [];
  #omitted = 0;
  /** What is said where nothing was printed, until something is. */
  #silent: HTMLElement | null = null;

  /**
   * Takes the element over: outputs of an earlier run in it go as soon as there are new ones, and what still comes for them is
   * not shown.
   * @param height in pixels, which the element keeps until there are new outputs, so that the page below stays in place
   */
  constructor(container: HTMLElement, labels: OutputLabels, height = () => container.offsetHeight) {
    this.#container = container;
    this.#labels = labels;
    this.#renderOutput = liveRenderer(labels, (mimeTypes) => { this.#repaint(mimeTypes); });
    this.#fold = new LiveFold(this.#labels);
    this.#heightBefore = height;
    for (const other of all) if (other.#container === container) other.#drop();
    all.add(this);
    if (container.hidden || !container.hasChildNodes()) this.#begin();
    else this.#standing = setTimeout(() => { this.#begin(); }, SHOW_AFTER_MS);
  }

  add(message: IOPubMessage): void {
    const update = displayUpdateOf(message);
    if (update) for (const other of all) if (other !== this && other.#readAll().update(update)) other.#turn.ask();
    if (moveWidgets(message)) for (const other of all) other.#repaint([WIDGET_MIME_TYPE]);
    if (!all.has(this)) return;
    this.#arrived.push(message);
    // The first output is what the reader waits for: it is in the document at once.
    if (this.#places.length === 0) this.#paintSome();
    else this.#turn.ask();
  }

  /** Marks this place: output may be missing here. */
  gap(): void {
    this.add(connectionGap);
  }

  /**
   * Shows a field for a line that the program asks for and resolves with what was typed. The line is echoed into the
   * output, a password is not. Rejects with the signal's reason when the signal aborts; the field is gone then. Rejects at
   * once where the element belongs to a later run.
   */
  async ask(request: InputRequest, signal: AbortSignal): Promise<string> {
    if (!all.has(this)) throw new Error('The cell has been run again: the earlier run has no place for input.');
    this.paint();
    this.#begin();
    const line = await new LiveInput(this.#container, request, this.#labels).line(signal);
    this.add({ header: { msg_type: 'stream' }, content: { name: 'stdout', text: `${request.prompt}${request.password ? '' : line}\n` } });
    return line;
  }

  /** What came so far, as nbformat outputs. */
  get outputs(): readonly IOutput[] {
    return frozen(this.#readAll().outputs);
  }

  /** The last outputs, for restore() of a later page; `limit` is in characters of their JSON. A gap mark says where not all are there. */
  kept(limit: number): readonly KeptOutput[] {
    const outputs = this.#readAll().kept(limit).flatMap((kept) => {
      const { output, displayId } = withoutDisplayId(kept);
      return frozen([output]).map((each) => withDisplayId(each, displayId));
    });
    return fittingOutputs(outputs, limit);
  }

  /** Shows outputs that an earlier page kept, before all that comes. */
  restore(outputs: readonly KeptOutput[]): void {
    if (!all.has(this)) return;
    for (const kept of outputs) this.#fold.apply({ kind: 'append', ...withoutDisplayId(kept) });
    this.#turn.ask();
  }

  /** The run has ended: paints all, and says `silentText` where there is nothing, until something comes after all. Null says nothing. */
  finish(silentText: string | null): void {
    this.paint();
    if (!all.has(this) || !this.isEmpty) return;
    this.#begin().release();
    this.#silent?.remove();
    if (silentText === null) return;
    this.#silent = document.createElement('p');
    this.#silent.className = 'cell-silent';
    this.#silent.textContent = silentText;
    this.#container.append(this.#silent);
  }

  /** No later run has taken the element over. */
  get isCurrent(): boolean {
    return all.has(this);
  }

  /** Of all that was added. */
  get isEmpty(): boolean {
    return this.#readAll().items.length === 0;
  }

  /** Reads and paints now what has not been painted. */
  paint(): void {
    this.#turn.cancel();
    this.#readAll();
    this.#paintItems();
  }

  /** The element belongs to another run: holds nothing any more. */
  #drop(): void {
    all.delete(this);
    this.#turn.cancel();
    clearTimeout(this.#standing);
    this.#height?.cancel();
    this.#arrived = [];
    this.#fold = new LiveFold(this.#labels);
    this.#places = [];
  }

  /** Empties the element, if that is still to be done. */
  #begin(): LiveHeight {
    clearTimeout(this.#standing);
    if (this.#height) return this.#height;
    this.#height = new LiveHeight(this.#container, this.#heightBefore());
    this.#container.replaceChildren();
    return this.#height;
  }

  #paintSome(): void {
    this.#readUntil(performance.now() + FOLD_MS);
    this.#paintItems();
    if (this.#arrived.length > 0) this.#turn.ask();
  }

  #readAll(): LiveFold {
    this.#readUntil(Number.POSITIVE_INFINITY);
    return this.#fold;
  }

  #readUntil(deadline: number): void {
    while (this.#read < this.#arrived.length) {
      const message = this.#arrived[this.#read];
      this.#read += 1;
      const edit = message && outputEdit(message);
      if (edit) this.#fold.apply(edit);
      if (this.#read % 16 === 0 && performance.now() > deadline) return;
    }
    this.#arrived = [];
    this.#read = 0;
  }

  #paintItems(): void {
    const { items } = this.#fold;
    this.#dropOmitted();
    if (items.length > 0) {
      this.#silent?.remove();
      this.#begin().settle();
    }
    for (const place of this.#places.splice(items.length)) place.element.remove();
    for (const [index, item] of items.entries()) {
      const place = this.#place(index, item);
      if (place.kind === 'stream' && item.kind === 'stream') place.view.paint(item);
      if (place.kind === 'stream' || item.kind === 'stream' || place.item === item) continue;
      place.view.paint(this.#html(item));
      place.item = item;
    }
  }

  /** Takes the places of outputs that were left out away, so that those after them keep theirs. */
  #dropOmitted(): void {
    const item = this.#fold.items[FIRST_OUTPUTS];
    const omitted = item?.kind === 'omitted' ? item.count : 0;
    // The first that is left out has its place taken by the note.
    const gone = omitted - Math.max(this.#omitted, 1);
    if (gone > 0) for (const place of this.#places.splice(FIRST_OUTPUTS + 1, gone)) place.element.remove();
    this.#omitted = omitted;
  }

  /** The place of an item: the one that has its index, where it shows the same kind. */
  #place(index: number, item: LiveItem): Place {
    const present = this.#places[index];
    if (present && (present.kind === 'stream') === (item.kind === 'stream')) return present;
    const element = document.createElement('div');
    if (present) present.element.replaceWith(element);
    else this.#container.insertBefore(element, this.#container.querySelector(':scope > form'));
    const place: Place = item.kind === 'stream'
      ? { kind: 'stream', element, view: new LiveStream(element, item, this.#labels, this.#fileName) }
      : { kind: 'bundle', element, view: new LiveBundle(element), item: null };
    this.#places[index] = place;
    return place;
  }

  /** Paints the outputs again that have one of the types, or for null all that are no streams. */
  #repaint(mimeTypes: readonly string[] | null): void {
    for (const place of this.#places) {
      if (place.kind === 'stream' || !place.item || !shows(place.item, mimeTypes)) continue;
      place.item = null;
      this.#turn.ask();
    }
  }

  get #fileName(): string {
    return `${this.#container.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? 'output'}.txt`;
  }

  #html(item: Exclude<LiveItem, { kind: 'stream' }>): string {
    return item.kind === 'omitted' ? noteHtml(this.#labels.omittedOutputs(formatCount(item.count))) : this.#renderOutput(item.output);
  }
}
