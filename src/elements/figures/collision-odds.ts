import { collisionSvg, collisionText, linksOf } from '../../figures/collision-odds.ts';
import { FormFigure } from '../form-figure.ts';

/** Upgrades the printed curve (src/components/figures/CollisionOdds.astro). */
class CollisionOddsElement extends FormFigure {
  protected override draw(form: HTMLFormElement): void {
    const text = collisionText[this.locale];
    const data = new FormData(form);
    const [letters, tenths] = [this.numberOf(data, 'letters'), this.numberOf(data, 'links')];
    const shown = { letters, links: linksOf(tenths) };
    this.find('.collision-curve').innerHTML = collisionSvg(letters, tenths, this.locale);
    this.say(text.summary(shown));
  }

  protected override shown(slider: HTMLInputElement): string {
    return slider.name === 'links' ? collisionText[this.locale].number(linksOf(Number(slider.value))) : slider.value;
  }
}

customElements.define('collision-odds', CollisionOddsElement);
