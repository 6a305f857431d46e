import { accessWidths, mapBanks, type AccessWidth, type BankAccess } from '../figures/bank-map.ts';
import { bankMapSvg } from '../figures/bank-map-svg.ts';
import { bankMapText } from '../figures/bank-map-text.ts';

/**
 * Upgrades the printed bank map (src/components/figures/BankMap.astro): shows its form and redraws on every input.
 * Attribute `locale`: `en` or `zh-cn`.
 */
class BankMapElement extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector('form');
    if (!form) throw new Error('<bank-map> has no form: render it with BankMap.astro');
    form.hidden = false;
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', () => this.#draw(form));
    this.#draw(form);
  }

  #draw(form: HTMLFormElement): void {
    const text = bankMapText[this.getAttribute('locale') === 'zh-cn' ? 'zh-cn' : 'en'];
    const access = accessOf(new FormData(form));
    for (const part of form.querySelectorAll<HTMLElement>('[data-for]')) {
      part.hidden = part.dataset['for'] !== access.kind;
    }
    for (const output of form.querySelectorAll('output')) {
      const input = form.elements.namedItem(output.htmlFor.value);
      if (input instanceof HTMLInputElement) output.value = input.value;
    }
    const map = mapBanks(access);
    this.#part('.bank-map-grid').innerHTML = bankMapSvg(map, text);
    const summary = this.#part('.bank-map-summary');
    if (summary.textContent !== text.summary(map)) summary.textContent = text.summary(map);
  }

  #part(selector: string): Element {
    const part = this.querySelector(selector);
    if (!part) throw new Error(`<bank-map> has no ${selector}: render it with BankMap.astro`);
    return part;
  }
}

/** The access that the form describes. */
function accessOf(data: FormData): BankAccess {
  const width = widthOf(numberOf(data, 'width'));
  if (data.get('kind') === 'strided') {
    return { kind: 'strided', width, offset: numberOf(data, 'offset'), stride: numberOf(data, 'stride') };
  }
  return {
    kind: 'column', width,
    column: numberOf(data, 'column'),
    pad: numberOf(data, 'pad'),
    layout: data.has('swizzle') ? 'swizzled' : 'plain',
  };
}

function numberOf(data: FormData, name: string): number {
  const value = Number(data.get(name));
  if (!Number.isInteger(value)) throw new Error(`<bank-map>: the control "${name}" gives no whole number`);
  return value;
}

function widthOf(bytes: number): AccessWidth {
  const width = accessWidths.find((known) => known === bytes);
  if (width === undefined) throw new Error(`<bank-map>: width ${bytes} is not one of ${accessWidths.join(', ')} bytes`);
  return width;
}

customElements.define('bank-map', BankMapElement);
