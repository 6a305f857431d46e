import type { FigureModel, FigureValues, FigureView } from '../figures/figure-view.ts';
import { FormFigure } from './form-figure.ts';

/** The model of a figure comes with its first change: until then what the build printed is right. */
abstract class ViewFigure extends FormFigure {
  #view: FigureModel['view'] | undefined;

  protected abstract load(): Promise<{ readonly figure: FigureModel }>;

  override connectedCallback(): void {
    super.connectedCallback();
    for (const event of ['pointerenter', 'focusin']) this.addEventListener(event, () => void this.#model(), { once: true });
    this.find('.figure-picture').addEventListener('click', (event) => {
      if (event.target instanceof Element) this.#press(event.target.closest('[data-set]'));
    });
  }

  protected override draw(form: HTMLFormElement): void {
    if (this.#view) this.#show(form, this.#view(valuesOf(form), this.locale, this.dataset['figure']));
    else if (!isAtStart(form)) void this.#model().then(() => this.draw(form));
  }

  async #model(): Promise<void> {
    this.#view = (await this.load()).figure.view;
  }

  #show(form: HTMLFormElement, view: FigureView): void {
    for (const control of form.elements) {
      if ('problem' in view && control.getAttribute('name') === view.control) control.setAttribute('aria-invalid', 'true');
      else control.removeAttribute('aria-invalid');
    }
    if ('problem' in view) return this.say(view.problem);
    for (const [name, limit] of Object.entries(view.limits ?? {})) {
      this.find<HTMLInputElement>(`[name="${name}"]`).max = String(limit);  // a lower one also moves the value
    }
    for (const control of form.elements) {
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
      const output = this.querySelector(`output[for="${control.id}"]`);
      if (output) output.textContent = view.shown?.[control.name] ?? control.value;
      const label = control.closest('label');
      if (label) label.hidden = view.hidden?.includes(control.name) ?? false;
    }
    const focused = document.activeElement?.id ?? '';
    const picture = this.find('.figure-picture');
    const held = focused !== '' && picture.contains(document.activeElement);
    picture.innerHTML = view.picture;
    if (held) document.getElementById(focused)?.focus();
    this.say(view.summary);
  }

  /** A button in the picture sets controls, as if the reader had. */
  #press(button: Element | null): void {
    const set = new URLSearchParams(button?.getAttribute('data-set') ?? '');
    for (const [name, value] of set) this.find<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`).value = value;
    if (set.size > 0) this.find('form').dispatchEvent(new Event('input'));
  }
}

function valuesOf(form: HTMLFormElement): FigureValues {
  return Object.fromEntries([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}

function isAtStart(form: HTMLFormElement): boolean {
  return [...form.elements].every((control) => {
    if (control instanceof HTMLSelectElement) return control.selectedOptions[0]?.defaultSelected ?? true;
    if (!(control instanceof HTMLInputElement)) return true;
    return control.type === 'checkbox' ? control.checked === control.defaultChecked : control.value === control.defaultValue;
  });
}

const models: Readonly<Record<string, () => Promise<{ readonly figure: FigureModel }>>> = {
  'bankers-algorithm': () => import('../figures/bankers-algorithm.ts'),
  'float-formats': () => import('../figures/float-formats-view.ts'),
  'hash-ring': () => import('../figures/hash-ring-view.ts'),
  'page-replacement': () => import('../figures/page-replacement-view.ts'),
  'ring-all-reduce': () => import('../figures/ring-all-reduce-view.ts'),
  'schedule-gantt': () => import('../figures/schedule-gantt.ts'),
  'vit-parameters': () => import('../figures/vit-parameters-view.ts'),
};

for (const [name, load] of Object.entries(models)) {
  customElements.define(name, class extends ViewFigure { protected override load = load; });
}
