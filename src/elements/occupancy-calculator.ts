import { occupancyOf, sharedPerBlock, smOf, type BlockNeeds } from '../cuda/occupancy.ts';
import { occupancySvg, stepRows } from '../figures/occupancy-svg.ts';
import { occupancyText } from '../figures/occupancy-text.ts';

/**
 * Upgrades the printed calculator (src/components/figures/OccupancyCalculator.astro): shows its form and redraws on
 * every input. Attribute `locale`: `en` or `zh-cn`.
 */
class OccupancyCalculatorElement extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector('form');
    if (!form) throw new Error('<occupancy-calculator> has no form: render it with OccupancyCalculator.astro');
    form.hidden = false;
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', () => this.#draw(form));
    this.#draw(form);
  }

  #draw(form: HTMLFormElement): void {
    const text = occupancyText[this.getAttribute('locale') === 'zh-cn' ? 'zh-cn' : 'en'];
    const capability = form.elements.namedItem('capability');
    if (!(capability instanceof HTMLSelectElement)) throw new Error('<occupancy-calculator>: the form has no list of compute capabilities');
    const limits = smOf(capability.value);
    const most = sharedPerBlock(limits);
    for (const name of ['staticShared', 'dynamicShared']) {
      const input = form.elements.namedItem(name);
      if (input instanceof HTMLInputElement) input.max = String(name === 'staticShared' ? Math.min(most, 48 * 1024) : most);
    }
    const needs = needsOf(form);
    if (!needs) return; // a number is being typed
    this.#part('output').textContent = String(needs.registers);
    this.#part('.occupancy-picture').innerHTML = occupancySvg(limits, needs, text);
    this.#part('tbody').innerHTML = stepRows(limits, needs);
    this.#say(text.summary(limits, occupancyOf(limits, needs)));
  }

  /** A live region speaks at each change: it is left alone where the words are the same. */
  #say(summary: string): void {
    const part = this.#part('.occupancy-summary');
    if (part.textContent !== summary) part.textContent = summary;
  }

  #part(selector: string): Element {
    const part = this.querySelector(selector);
    if (!part) throw new Error(`<occupancy-calculator> has no ${selector}: render it with OccupancyCalculator.astro`);
    return part;
  }
}

/** What the form asks for; `null` while a field is empty or holds no whole number from 0 (threads and registers: 1) on. */
function needsOf(form: HTMLFormElement): BlockNeeds | null {
  const data = new FormData(form);
  const number = (name: keyof BlockNeeds): number => {
    const value = data.get(name);
    return typeof value === 'string' && /^\d+$/u.test(value) ? Number(value) : NaN;
  };
  const needs = {
    threads: number('threads'), registers: number('registers'), staticShared: number('staticShared'),
    dynamicShared: number('dynamicShared'), barriers: number('barriers'),
  };
  return Object.values(needs).some(Number.isNaN) || needs.threads === 0 || needs.registers === 0 ? null : needs;
}

customElements.define('occupancy-calculator', OccupancyCalculatorElement);
