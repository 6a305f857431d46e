import type { Bilingual } from '../i18n/locale.ts';

/** What every figure says around its picture: its name, and the words below it. */
export interface FigureText {
  readonly title: Bilingual;
  readonly caption: Bilingual;
}

/** A drawing that stands still is also described, for those who do not see it. */
export interface DrawnText extends FigureText {
  readonly description: Bilingual;
}
