import { roofs, rooflineSvg, rooflineWords, viewAt, intensityOf, digits, type RecordedPoint, type RooflineView } from '../../figures/roofline.ts';
import { FormFigure } from '../form-figure.ts';

/** Upgrades the printed chart (src/components/figures/Roofline.astro): the kernel can also be dragged. */
class RooflineChartElement extends FormFigure {
  override connectedCallback(): void {
    super.connectedCallback();
    const picture = this.find<HTMLElement>('.roofline-picture');
    picture.addEventListener('pointerdown', (event) => {
      if (!(event.target instanceof Element) || !event.target.closest('.kernel')) return;
      event.preventDefault();
      picture.setPointerCapture(event.pointerId);
      picture.onpointermove = (move) => this.#drag(move);
    });
    for (const end of ['pointerup', 'pointercancel'] as const) picture.addEventListener(end, () => { picture.onpointermove = null; });
  }

  protected override draw(form: HTMLFormElement): void {
    const view = this.#view(new FormData(form));
    const recorded = this.recorded<readonly RecordedPoint[]>();
    this.find('.roofline-picture').innerHTML = rooflineSvg(view, recorded, this.locale);
    this.say(rooflineWords[this.locale].summary(view));
  }

  protected override shown(slider: HTMLInputElement): string {
    return slider.name === 'percent' ? `${slider.value} %` : digits(intensityOf(Number(slider.value)));
  }

  #view(data: FormData): RooflineView {
    const roof = roofs.find(({ id }) => id === data.get('roof')) ?? roofs[0];
    return { roof, quarters: this.numberOf(data, 'quarters'), percent: this.numberOf(data, 'percent') };
  }

  #drag(event: PointerEvent): void {
    const svg = this.find<SVGSVGElement>('svg');
    const matrix = svg.getScreenCTM();
    if (!matrix) return; // not drawn
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const form = this.find<HTMLFormElement>('form');
    for (const [name, value] of Object.entries(viewAt(this.#view(new FormData(form)).roof, [x, y]))) {
      this.find<HTMLInputElement>(`input[name="${name}"]`).value = String(value);
    }
    form.dispatchEvent(new Event('input'));
  }
}

customElements.define('roofline-chart', RooflineChartElement);
