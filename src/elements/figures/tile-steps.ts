import { stepsOf, tileStep, tileStepsSvg, tileStepsText } from '../../figures/tile-steps.ts';
import { FormFigure } from '../form-figure.ts';

/** Upgrades the printed step (src/components/figures/TileSteps.astro). */
class TileStepsElement extends FormFigure {
  protected override draw(form: HTMLFormElement): void {
    const data = new FormData(form);
    const width = this.numberOf(data, 'width');
    const slider = this.find<HTMLInputElement>('input[name="step"]');
    slider.max = String(stepsOf(width));  // a narrower maximum also moves the value
    const step = Number(slider.value) - 1;
    this.find('.tile-steps-picture').innerHTML = tileStepsSvg(width, step, this.locale);
    this.say(tileStepsText[this.locale].summary(tileStep(width, step)));
  }

  protected override shown(slider: HTMLInputElement): string {
    return `${slider.value} / ${slider.max}`;
  }
}

customElements.define('tile-steps', TileStepsElement);
