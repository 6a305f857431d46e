import type { FigureModel } from '../figures/figure-model.ts';
import type { InteractiveFigureName } from '../figures/interactive-figures.ts';
import { formValues, setFormValues } from './figure-values.ts';
import { FormFigure } from './form-figure.ts';

/** A figure that its model draws whenever a control changes (src/components/figures/ModelFigure.astro). */
class ModelFigure extends FormFigure {
  readonly #model: FigureModel;
  #shown: Readonly<Record<string, string>> = {};

  constructor(model: FigureModel) {
    super();
    this.#model = model;
    this.addEventListener('click', ({ target }) => {
      if (target instanceof Element) this.#press(target.closest('[data-set]'));
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#loadMore();
  }

  protected override shown(slider: HTMLInputElement): string {
    return this.#shown[slider.name] ?? slider.value;
  }

  protected override draw(form: HTMLFormElement): void {
    const picture = this.find<HTMLElement>('.figure-picture');
    const drawing = this.#model.draw(Object.fromEntries(formValues(form)), this.locale, picture.dataset['known']);
    const controls = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')];
    for (const control of controls) {
      control.ariaInvalid = 'problem' in drawing && control.name === drawing.control ? 'true' : null;
    }
    if ('problem' in drawing) {
      this.say(drawing.problem);
      return;
    }
    this.#shown = drawing.shown ?? {};
    for (const control of controls) {
      const limit = drawing.limits?.[control.name];
      if (limit !== undefined && control instanceof HTMLInputElement) control.max = String(limit);  // a lower one also moves the value
      const label = control.closest('label');
      if (label) label.hidden = drawing.hidden?.includes(control.name) ?? false;
    }
    const focused = picture.contains(document.activeElement) ? document.activeElement?.id : undefined;
    picture.innerHTML = drawing.picture;
    if (focused !== undefined) document.getElementById(focused)?.focus();
    this.say(drawing.summary);
  }

  /** Fetches once what was too much to print. Without it, the figure says what it lacks. */
  async #loadMore(): Promise<void> {
    const picture = this.find<HTMLElement>('.figure-picture');
    const { more } = picture.dataset;
    if (more === undefined) return;
    try {
      const answer = await fetch(more);
      if (!answer.ok) throw new Error(`${more}: ${answer.status}`);
      picture.dataset['known'] = await answer.text();
      delete picture.dataset['more'];
      this.find('form').dispatchEvent(new Event('input'));
    } catch (error) {
      console.error(`The figure <${this.localName}> lacks a part of what it shows.`, error);
    }
  }

  /** A button in the picture sets controls, as if the reader had. */
  #press(button: Element | null): void {
    const set = new URLSearchParams(button?.getAttribute('data-set') ?? '');
    if (set.size === 0) return;
    const form = this.find<HTMLFormElement>('form');
    setFormValues(form, set, () => this.draw(form));
    form.dispatchEvent(new Event('input'));
  }
}

export function defineModelFigure(name: InteractiveFigureName, model: FigureModel): void {
  customElements.define(name, class extends ModelFigure {
    constructor() {
      super(model);
    }
  });
}
