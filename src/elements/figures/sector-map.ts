import { recordedFor, sectorSvg, sectorWords, type RecordedBandwidth, type SectorView } from '../../figures/sector-map-svg.ts';
import { laneWidths } from '../../figures/sector-map.ts';
import { FormFigure } from '../form-figure.ts';

/** Upgrades the printed sectors (src/components/figures/SectorMap.astro). */
class SectorMapElement extends FormFigure {
  protected override draw(form: HTMLFormElement): void {
    const words = sectorWords[this.locale];
    const view = this.#view(new FormData(form));
    for (const part of form.querySelectorAll<HTMLElement>('[data-for]')) {
      part.hidden = (part.dataset['for'] === 'array') !== (view.layout === 'array');
    }
    this.find('.sector-picture').innerHTML = sectorSvg(view, this.locale);
    this.say(words.summary(view));
    this.find('.sector-recorded').textContent = words.recorded(recordedFor(view, this.recorded<readonly RecordedBandwidth[]>()));
  }

  #view(data: FormData): SectorView {
    const layout = data.get('layout');
    if (layout === 'aos' || layout === 'soa') return { layout, fields: this.numberOf(data, 'fields') };
    const width = laneWidths.find((each) => each === Number(data.get('width'))) ?? 4;
    return { layout: 'array', width, stride: this.numberOf(data, 'stride'), offset: this.numberOf(data, 'offset') };
  }
}

customElements.define('sector-map', SectorMapElement);
