import type { Locale } from '../i18n/locale.ts';
import { outputLabels } from '../output/labels.ts';
import { gapOutput } from '../output/output-gap.ts';
import type { IOutput } from '../output/output.ts';
import { displayUpdateOf, emptyOutputs, reduceMessages, updateDisplay, type IOPubMessage } from '../output/reduce-outputs.ts';
import { renderOutput } from '../output/render-outputs.ts';
import { createBrowserSanitizer } from '../output/sanitize-browser.ts';
import { LiveInput, type InputRequest } from './live-input.ts';
import { LiveStream } from './live-stream.ts';

const sanitizeHtml = createBrowserSanitizer();

/** All live outputs of the page: a cell may update a display that another one made. */
const all = new Set<LiveOutputs>();

/** The outputs of one run in an element: messages are gathered and painted once a frame, changed outputs only. */
export class LiveOutputs {
  readonly #container: HTMLElement;
  readonly #locale: Locale;
  readonly #streams = new WeakMap<Element, LiveStream>();
  #state = emptyOutputs;
  #arrived: IOPubMessage[] = [];
  #painted: readonly IOutput[] = [];
  #frame: number | null = null;

  constructor(container: HTMLElement, locale: Locale) {
    this.#container = container;
    this.#locale = locale;
    container.replaceChildren();
    for (const other of all) if (other.#container === container) all.delete(other);
    all.add(this);
  }

  add(message: IOPubMessage): void {
    this.#arrived.push(message);
    const update = displayUpdateOf(message);
    if (update) {
      for (const other of all) {
        if (other === this) continue;
        other.#state = updateDisplay(other.#state, update);
        other.#schedule();
      }
    }
    this.#schedule();
  }

  /** Marks this place: output may be missing here. */
  gap(): void {
    this.add({ header: { msg_type: 'display_data' }, content: gapOutput('connection') });
  }

  /**
   * Shows a field for a line that the program asks for and resolves with what was typed. The line is echoed into the
   * output, a password is not. Rejects with the signal's reason when the signal aborts; the field is gone then.
   */
  async ask(request: InputRequest, signal: AbortSignal): Promise<string> {
    this.paint();
    const line = await new LiveInput(this.#container, request, outputLabels[this.#locale]).line(signal);
    this.add({ header: { msg_type: 'stream' }, content: { name: 'stdout', text: `${request.prompt}${request.password ? '' : line}\n` } });
    return line;
  }

  /** What came so far, as nbformat outputs: for keeping over a reload, with restore(). */
  get outputs(): readonly IOutput[] {
    return reduceMessages(this.#state, this.#arrived).outputs;
  }

  /** Shows outputs that an earlier page kept, in place of the present ones. Later messages go on after them. */
  restore(outputs: readonly IOutput[]): void {
    this.#arrived = [];
    this.#state = { ...emptyOutputs, outputs };
    this.#schedule();
  }

  #schedule(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.paint();
    });
  }

  /** Paints now what has not been painted. */
  paint(): void {
    this.#state = reduceMessages(this.#state, this.#arrived.splice(0));
    const { outputs } = this.#state;
    for (const [index, output] of outputs.entries()) {
      if (this.#painted[index] === output) continue;
      this.#paintOutput(this.#place(index), output);
    }
    for (const extra of [...this.#container.children].slice(outputs.length)) if (!extra.matches('form')) extra.remove();
    this.#painted = outputs;
  }

  #place(index: number): Element {
    const present = this.#container.children[index];
    if (present && !present.matches('form')) return present;
    const place = document.createElement('div');
    this.#container.insertBefore(place, present ?? null);
    return place;
  }

  #paintOutput(place: Element, output: IOutput): void {
    if (output.output_type !== 'stream') {
      this.#streams.delete(place);
      place.innerHTML = renderOutput(output, { locale: this.#locale, sanitizeHtml });
      return;
    }
    let stream = this.#streams.get(place);
    if (stream?.name !== output.name) {
      stream = new LiveStream(place, output.name, outputLabels[this.#locale]);
      this.#streams.set(place, stream);
    }
    stream.paint(output.text);
  }

  /** Of what has been painted. */
  get isEmpty(): boolean {
    return this.#painted.length === 0;
  }
}
