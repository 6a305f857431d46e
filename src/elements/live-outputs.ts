import type { Locale } from '../i18n/locale.ts';
import type { IOutput } from '../output/output.ts';
import { emptyOutputs, reduceMessages, type IOPubMessage } from '../output/reduce-outputs.ts';
import { renderOutput } from '../output/render-outputs.ts';
import { createBrowserSanitizer } from '../output/sanitize-browser.ts';

const sanitizeHtml = createBrowserSanitizer();

/** The outputs of one run in an element: messages are gathered and painted once a frame, changed outputs only. */
export class LiveOutputs {
  readonly #container: HTMLElement;
  readonly #locale: Locale;
  #state = emptyOutputs;
  #arrived: IOPubMessage[] = [];
  #painted: IOutput[] = [];
  #frame: number | null = null;

  constructor(container: HTMLElement, locale: Locale) {
    this.#container = container;
    this.#locale = locale;
    container.replaceChildren();
  }

  add(message: IOPubMessage): void {
    this.#arrived.push(message);
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
      const element = this.#container.children[index] ?? this.#container.appendChild(document.createElement('div'));
      element.innerHTML = renderOutput(output, { locale: this.#locale, sanitizeHtml });
    }
    while (this.#container.children.length > outputs.length) this.#container.lastElementChild?.remove();
    this.#painted = [...outputs];
  }

  /** Of what has been painted. */
  get isEmpty(): boolean {
    return this.#painted.length === 0;
  }
}
