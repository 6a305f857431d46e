import type { Locale } from '../i18n/locale.ts';
import { outputLabels } from '../output/labels.ts';
import type { IOutput } from '../output/output.ts';
import { displayUpdateOf, emptyOutputs, reduceMessages, updateDisplay, type IOPubMessage } from '../output/reduce-outputs.ts';
import { renderOutput } from '../output/render-outputs.ts';
import { createBrowserSanitizer } from '../output/sanitize-browser.ts';
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
      this.#paintOutput(this.#container.children[index] ?? this.#container.appendChild(document.createElement('div')), output);
    }
    while (this.#container.children.length > outputs.length) this.#container.lastElementChild?.remove();
    this.#painted = outputs;
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
