import { figureLink, readFigureLink } from '../figures/figure-link.ts';
import { figureLabels } from '../i18n/figure-labels.ts';
import type { Locale } from '../i18n/locale.ts';
import { formValues, setFormValues } from './figure-values.ts';

/**
 * A printed figure (src/components/figures/InteractiveFigure.astro) that its form redraws on every input. All that can
 * be changed is a control of the form, so that a link can carry the view: `#bank-map?kind=strided&stride=2`.
 * Attribute `locale`: `en` or `zh-cn`.
 */
export abstract class FormFigure extends HTMLElement {
  #listening: AbortController | undefined;
  /** The view that was printed. */
  #printed = new URLSearchParams();

  connectedCallback(): void {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const form = this.find<HTMLFormElement>('form');
    for (const part of this.querySelectorAll<HTMLElement>('[inert]')) part.inert = false;
    this.#printed = formValues(form);
    form.addEventListener('submit', (event) => event.preventDefault(), { signal });
    form.addEventListener('input', () => this.#redraw(form), { signal });
    this.find('[data-reset]').addEventListener('click', () => this.#open(form, this.#printed), { signal });
    this.find('[data-copy-link]').addEventListener('click', () => void this.#copyLink(form), { signal });
    addEventListener('hashchange', () => this.#openLink(form), { signal });
    this.#redraw(form);
    this.#openLink(form);
  }

  disconnectedCallback(): void {
    this.#listening?.abort();
  }

  protected abstract draw(form: HTMLFormElement): void;

  /** What stands beside a slider, and is said of it. */
  protected shown(slider: HTMLInputElement): string {
    return slider.value;
  }

  protected get locale(): Locale {
    return this.getAttribute('locale') === 'zh-cn' ? 'zh-cn' : 'en';
  }

  /** What its component handed to `InteractiveFigure` as `recorded`. */
  protected recorded<Data>(): Data {
    return JSON.parse(this.dataset['recorded'] ?? 'null') as Data;
  }

  protected find<Part extends Element>(selector: string): Part {
    const part = this.querySelector<Part>(selector);
    if (!part) throw new Error(`<${this.localName}> has no ${selector}: render it with its component in src/components/figures`);
    return part;
  }

  /** A live region speaks at each change: it is left alone where the words are the same. */
  protected say(summary: string): void {
    const part = this.find('[aria-live]');
    if (part.textContent !== summary) part.textContent = summary;
  }

  protected numberOf(data: FormData, name: string): number {
    const value = Number(data.get(name));
    if (!Number.isInteger(value)) throw new Error(`<${this.localName}>: the control "${name}" gives no whole number`);
    return value;
  }

  #redraw(form: HTMLFormElement): void {
    this.#tell('');
    this.draw(form);
    for (const slider of form.querySelectorAll<HTMLInputElement>('input[type="range"]')) {
      const text = this.shown(slider);
      slider.setAttribute('aria-valuetext', text);
      const output = this.querySelector<HTMLOutputElement>(`output[for="${slider.id}"]`);
      if (output) output.value = text;
    }
  }

  #openLink(form: HTMLFormElement): void {
    const view = readFigureLink(location.hash);
    if (view?.figure !== this.id) return;
    this.#open(form, this.#printed);
    const refused = this.#open(form, view.values);
    if (refused.length > 0) this.#tell(figureLabels[this.locale].refused(refused));
    this.scrollIntoView();
  }

  #open(form: HTMLFormElement, values: URLSearchParams): readonly string[] {
    const refused = setFormValues(form, values, () => this.draw(form));
    this.#redraw(form);
    return refused;
  }

  async #copyLink(form: HTMLFormElement): Promise<void> {
    const labels = figureLabels[this.locale];
    history.replaceState(history.state, '', figureLink({ figure: this.id, values: formValues(form) }));
    try {
      await navigator.clipboard.writeText(location.href);
      this.#tell(labels.copied);
    } catch (error) {
      console.info('The link could not be put on the clipboard.', error);
      this.#tell(labels.inAddress);
    }
  }

  #tell(word: string): void {
    this.find('[data-link-word]').textContent = word;
  }
}
