import { collisionSvg, collisionText, linksOf } from '../figures/collision-odds.ts';

/**
 * Upgrades the printed curve (src/components/figures/CollisionOdds.astro): shows its form and redraws on every input.
 * Attribute `locale`: `en` or `zh-cn`.
 */
class CollisionOddsElement extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector('form');
    if (!form) throw new Error('<collision-odds> has no form: render it with CollisionOdds.astro');
    form.hidden = false;
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', () => this.#draw(form));
    this.#draw(form);
  }

  #draw(form: HTMLFormElement): void {
    const locale = this.getAttribute('locale') === 'zh-cn' ? 'zh-cn' : 'en';
    const text = collisionText[locale];
    const data = new FormData(form);
    const [letters, tenths] = [numberOf(data, 'letters'), numberOf(data, 'links')];
    const shown = { letters, links: linksOf(tenths) };
    this.#part('output[for="collision-letters"]').textContent = String(letters);
    this.#part('output[for="collision-links"]').textContent = text.number(shown.links);
    this.#part('.collision-curve').innerHTML = collisionSvg(letters, tenths, locale);
    this.#part('.collision-summary').textContent = text.summary(shown);
  }

  #part(selector: string): Element {
    const part = this.querySelector(selector);
    if (!part) throw new Error(`<collision-odds> has no ${selector}: render it with CollisionOdds.astro`);
    return part;
  }
}

function numberOf(data: FormData, name: string): number {
  const value = Number(data.get(name));
  if (!Number.isInteger(value)) throw new Error(`<collision-odds>: the control "${name}" gives no whole number`);
  return value;
}

customElements.define('collision-odds', CollisionOddsElement);
