import { collisionSvg, collisionText, linksOf } from '../figures/collision-odds.ts';
import { FormFigure } from './form-figure.ts';

/** Upgrades the printed curve (src/components/figures/CollisionOdds.astro). */
class CollisionOddsElement extends FormFigure {
  protected override draw(form: HTMLFormElement): void {
    const text = collisionText[this.locale];
    const data = new FormData(form);
    const [letters, tenths] = [this.numberOf(data, 'letters'), this.numberOf(data, 'links')];
    const shown = { letters, links: linksOf(tenths) };
    this.find('output[for="collision-letters"]').textContent = String(letters);
    this.find('output[for="collision-links"]').textContent = text.number(shown.links);
    this.find('.collision-curve').innerHTML = collisionSvg(letters, tenths, this.locale);
    this.say(text.summary(shown));
  }
}

customElements.define('collision-odds', CollisionOddsElement);
