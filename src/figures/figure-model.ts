import type { Bilingual, Locale } from '../i18n/locale.ts';
import type { FigureText } from './figure-text.ts';

/** One control of a figure's form. Its value is text, as in a form; that of a check is `on` or empty. */
export type FigureControl = { readonly name: string; readonly label: Bilingual; readonly value: string; readonly wide?: boolean } & (
  | { readonly kind: 'range' | 'number'; readonly min: number; readonly max: number; readonly step?: number }
  | { readonly kind: 'select'; readonly options: readonly (Bilingual & { readonly value: string })[] }
  | { readonly kind: 'check' }
  | { readonly kind: 'text' }
);

/** What a figure shows for the values of its form. */
export interface FigureDrawing {
  /** SVG, or HTML with SVG in it. `data-set="name=value&…"` on a button sets controls. */
  readonly picture: string;
  readonly summary: string;
  /** Texts beside sliders, by the name of the control, where they are not its value. */
  readonly shown?: Readonly<Record<string, string>>;
  /** Greatest values of sliders, by name, where they depend on other controls. */
  readonly limits?: Readonly<Record<string, number>>;
  /** Names of the controls that have no meaning with these values. */
  readonly hidden?: readonly string[];
}

/** What is wrong with the value of a control, and what to write there; the picture stays as it was. */
export interface FigureProblem {
  readonly control: string;
  readonly problem: string;
}

/** The values of a form by the names of its controls; a check that is off may be absent. */
export type FigureValues = Readonly<Record<string, string>>;

/** A figure that build and browser draw alike (components/figures/ModelFigure.astro, elements/model-figure.ts). */
export interface FigureModel extends FigureText {
  readonly controls: readonly FigureControl[];
  /** `data` is what the build knows besides, such as recorded numbers, as JSON. */
  readonly draw: (values: FigureValues, locale: Locale, data?: string) => FigureDrawing | FigureProblem;
}

export function startValues(controls: readonly FigureControl[]): FigureValues {
  return Object.fromEntries(controls.map(({ name, value }) => [name, value]));
}

/** The number of a control, within its limits; its start value where the text is none, as in a field that is being emptied. */
export function numberOf(controls: readonly FigureControl[], values: FigureValues, name: string): number {
  const control = controls.find((each) => each.name === name);
  if (control?.kind !== 'range' && control?.kind !== 'number') throw new Error(`the figure has no number "${name}"`);
  const text = values[name]?.trim() ?? '';
  const value = text === '' ? Number.NaN : Number(text);
  return Math.min(control.max, Math.max(control.min, Number.isFinite(value) ? value : Number(control.value)));
}

/** The chosen option of a select; its start value where the text is none of them. */
export function choiceOf<Value extends string>(values: FigureValues, name: string, known: readonly Value[], start: NoInfer<Value>): Value {
  return known.find((value) => value === values[name]) ?? start;
}

/** Whole numbers written one after another, as `24 3 3` or `24, 3, 3`; undefined where there are none, too many, or one is out of range. */
export function listOf(text: string | undefined, range: { readonly min: number; readonly max: number; readonly most: number }) {
  const numbers = (text ?? '').split(/[\s,，、;]+/u).filter((word) => word !== '').map(Number);
  const good = numbers.every((value) => Number.isInteger(value) && value >= range.min && value <= range.max);
  return good && numbers.length > 0 && numbers.length <= range.most ? numbers : undefined;
}

/** The drawing for the values at the start, which are sound. */
export function startDrawing(figure: FigureModel, locale: Locale, data?: string): FigureDrawing {
  const drawn = figure.draw(startValues(figure.controls), locale, data);
  if ('problem' in drawn) throw new Error(`"${figure.title.en}" starts with a bad ${drawn.control}: ${drawn.problem}`);
  return drawn;
}
