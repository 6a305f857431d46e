import type { InputRequest } from '../kernel/run-handlers.ts';
import type { OutputLabels } from '../output/labels.ts';
import { plainText } from '../output/terminal-text.ts';

/** The form for one line of input, at the end of an output. */
export class LiveInput {
  readonly #container: HTMLElement;
  readonly #form = document.createElement('form');
  readonly #field = document.createElement('input');

  constructor(container: HTMLElement, { prompt, password }: InputRequest, labels: OutputLabels) {
    this.#container = container;
    const label = document.createElement('label');
    label.textContent = plainText(prompt).trim() === '' ? labels.inputPrompt : plainText(prompt);
    this.#field.type = password ? 'password' : 'text';
    this.#field.autocomplete = 'off';
    this.#field.spellcheck = false;
    label.append(this.#field);
    const button = document.createElement('button');
    button.textContent = labels.inputSend;
    this.#form.className = 'output-input';
    this.#form.append(label, button);
    container.append(this.#form);
  }

  /** Takes the focus, and gives it back when the line was entered or the signal aborts; rejects with its reason then. */
  async line(signal: AbortSignal): Promise<string> {
    const before = document.activeElement;
    this.#field.focus();
    try {
      signal.throwIfAborted();
      return await new Promise<string>((resolve, reject) => {
        signal.addEventListener('abort', () => { reject(signal.reason as Error); }, { once: true });
        this.#form.addEventListener('submit', (event) => {
          event.preventDefault();
          resolve(this.#field.value);
        });
      });
    } finally {
      const hadFocus = this.#form.contains(document.activeElement);
      this.#form.remove();
      if (hadFocus) this.#focusAfter(before);
    }
  }

  /** To what had the focus before, or to the output where that is hidden now, such as Run. */
  #focusAfter(before: Element | null): void {
    if (before instanceof HTMLElement && before !== document.body) before.focus();
    if (document.activeElement === document.body || document.activeElement === null) this.#container.focus({ preventScroll: true });
  }
}
