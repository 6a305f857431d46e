import { occupancyOf, sharedPerBlock, smOf, type BlockNeeds } from '../../cuda/occupancy.ts';
import { occupancySvg, stepRows } from '../../figures/occupancy-svg.ts';
import { occupancyText } from '../../figures/occupancy-text.ts';
import { FormFigure } from '../form-figure.ts';

/** Upgrades the printed calculator (src/components/figures/OccupancyCalculator.astro). */
class OccupancyCalculatorElement extends FormFigure {
  protected override draw(form: HTMLFormElement): void {
    const text = occupancyText[this.locale];
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
    this.find('.occupancy-picture').innerHTML = occupancySvg(limits, needs, text);
    this.find('tbody').innerHTML = stepRows(limits, needs);
    this.say(text.summary(limits, occupancyOf(limits, needs)));
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
