import { stepsOf, tileStep, tileStepsSvg, tileStepsText } from '../figures/tile-steps.ts';

/**
 * Upgrades the printed step (src/components/figures/TileSteps.astro): shows its form and redraws on every input.
 * Attribute `locale`: `en` or `zh-cn`.
 */
class TileStepsElement extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector('form');
    if (!form) throw new Error('<tile-steps> has no form: render it with TileSteps.astro');
    form.hidden = false;
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', () => this.#draw(form));
    this.#draw(form);
  }

  #draw(form: HTMLFormElement): void {
    const locale = this.getAttribute('locale') === 'zh-cn' ? 'zh-cn' : 'en';
    const data = new FormData(form);
    const width = numberOf(data, 'width');
    const slider = form.querySelector<HTMLInputElement>('input[name="step"]');
    if (!slider) throw new Error('<tile-steps> has no slider: render it with TileSteps.astro');
    slider.max = String(stepsOf(width));  // a narrower maximum also moves the value
    const step = Number(slider.value) - 1;
    this.#part('output[for="tile-steps-step"]').textContent = `${step + 1} / ${stepsOf(width)}`;
    this.#part('.tile-steps-picture').innerHTML = tileStepsSvg(width, step, locale);
    this.#part('.tile-steps-summary').textContent = tileStepsText[locale].summary(tileStep(width, step));
  }

  #part(selector: string): Element {
    const part = this.querySelector(selector);
    if (!part) throw new Error(`<tile-steps> has no ${selector}: render it with TileSteps.astro`);
    return part;
  }
}

function numberOf(data: FormData, name: string): number {
  const value = Number(data.get(name));
  if (!Number.isInteger(value)) throw new Error(`<tile-steps>: the control "${name}" gives no whole number`);
  return value;
}

customElements.define('tile-steps', TileStepsElement);
