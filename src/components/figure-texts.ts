import type { DescribedFigure } from '../download/figure-nodes.ts';
import type { DrawnText, FigureText } from '../figures/figure-text.ts';
import type { Locale } from '../i18n/locale.ts';

const figures = import.meta.glob<FigureText | DrawnText>(['./figures/*.astro', '!./figures/*Figure.astro'], { eager: true, import: 'text' });

/** What a figure says in words: its title, and its description or, of one with controls, its caption. Null for what is no figure. */
export function figureText(component: string, locale: Locale): DescribedFigure | null {
  const text = figures[`./figures/${component}.astro`];
  if (!text) return null;
  const description = 'description' in text ? text.description : text.caption;
  return { title: text.title[locale], description: description[locale] };
}
