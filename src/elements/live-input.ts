import type { InputRequest } from '../kernel/run-handlers.ts';
import type { OutputLabels } from '../output/labels.ts';

/** The form for one line of input, at the end of an output. */
export class LiveInput {
  readonly #form = document.createElement('form');
  readonly #field = document.createElement('input');

  constructor(container: Element, { prompt, password }: InputRequest, labels: OutputLabels) {
    const label = document.createElement('label');
    label.textContent = prompt.trim() === '' ? labels.inputPrompt : prompt;
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
    signal.throwIfAborted();
    const before = document.activeElement;
    this.#field.focus();
    try {
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
      if (hadFocus && before instanceof HTMLElement) before.focus();
    }
  }
}
