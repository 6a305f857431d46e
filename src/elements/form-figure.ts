import type { Locale } from '../i18n/locale.ts';

/**
 * A printed figure (src/components/figures/InteractiveFigure.astro) that its form redraws on every input. Connected, it
 * shows the form. Attribute `locale`: `en` or `zh-cn`.
 */
export abstract class FormFigure extends HTMLElement {
  connectedCallback(): void {
    const form = this.find<HTMLFormElement>('form');
    form.hidden = false;
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', () => this.draw(form));
    this.draw(form);
  }

  protected abstract draw(form: HTMLFormElement): void;

  protected get locale(): Locale {
    return this.getAttribute('locale') === 'zh-cn' ? 'zh-cn' : 'en';
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
}
