import { accessKey, accessWidths, mapBanks, type AccessWidth, type BankAccess } from '../../figures/bank-map.ts';
import { bankMapSvg } from '../../figures/bank-map-svg.ts';
import { bankMapText } from '../../figures/bank-map-text.ts';
import { FormFigure } from '../form-figure.ts';

/** Upgrades the printed bank map (src/components/figures/BankMap.astro). */
class BankMapElement extends FormFigure {
  protected override draw(form: HTMLFormElement): void {
    const text = bankMapText[this.locale];
    const access = this.#access(new FormData(form));
    for (const part of form.querySelectorAll<HTMLElement>('[data-for]')) {
      part.hidden = part.dataset['for'] !== access.kind;
    }
    const map = mapBanks(access);
    this.find('.bank-map-grid').innerHTML = bankMapSvg(map, text);
    this.say(text.summary(map));
    this.find('.bank-map-recorded').textContent = text.recorded(this.recorded<Readonly<Record<string, number>>>()[accessKey(access)]);
  }

  /** The access that the form describes. */
  #access(data: FormData): BankAccess {
    const number = (name: string) => this.numberOf(data, name);
    const width = widthOf(number('width'));
    if (data.get('kind') === 'strided') return { kind: 'strided', width, offset: number('offset'), stride: number('stride') };
    return {
      kind: 'column', width,
      column: number('column'),
      pad: number('pad'),
      layout: data.has('swizzle') ? 'swizzled' : 'plain',
    };
  }
}

function widthOf(bytes: number): AccessWidth {
  const width = accessWidths.find((known) => known === bytes);
  if (width === undefined) throw new Error(`<bank-map>: width ${bytes} is not one of ${accessWidths.join(', ')} bytes`);
  return width;
}

customElements.define('bank-map', BankMapElement);
