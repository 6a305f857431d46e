import type { FigureValues } from './figure-model.ts';
import { escapeXml } from './svg.ts';

/** A case that a button of a figure sets: the values of some of its controls. */
export interface Preset {
  readonly name: string;
  readonly values: FigureValues;
}

/** A row of buttons by a drawing; pressed is that whose values the form has. By ids, which begin with `id`, a button keeps the focus. */
export function presetButtons(id: string, label: string, presets: readonly Preset[], shown: FigureValues): string {
  const buttons = presets.map(({ name, values }, index) => {
    const pressed = Object.entries(values).every(([control, value]) => (shown[control] ?? '') === value);
    const set = escapeXml(new URLSearchParams(values).toString());
    return `<button type="button" id="${id}-${index}" aria-pressed="${pressed}" data-set="${set}">${escapeXml(name)}</button>`;
  });
  return `<div class="presets" role="group" aria-label="${escapeXml(label)}">${buttons.join('')}</div>`;
}
