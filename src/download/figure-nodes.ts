import type { Paragraph, PhrasingContent } from 'mdast';
import type { Locale } from '../i18n/locale.ts';
import { downloadLabels } from './download-labels.ts';

/** A figure in words. */
export interface DescribedFigure {
  readonly title: string;
  readonly description: string;
}

/** Finds the text of a figure by the name of its component; null for what is no figure. */
export type FigureTexts = (component: string, locale: Locale) => DescribedFigure | null;

/**
 * What stands in a file where the page has a figure: its title and description, where they are known, and a link to the page.
 * @param page address of the page; null where the site has none
 */
export function figureParagraph(text: DescribedFigure | null, page: string | null, locale: Locale): Paragraph {
  const { figure, figureLink, figureTitle, space } = downloadLabels[locale];
  const link: readonly PhrasingContent[] = page === null ? [] : [
    { type: 'text', value: space }, { type: 'link', url: page, children: [{ type: 'text', value: figureLink }] },
  ];
  if (!text) {
    const sentence: PhrasingContent = { type: 'text', value: figure };
    return { type: 'paragraph', children: page === null ? [{ type: 'emphasis', children: [sentence] }] : [sentence, ...link] };
  }
  const title: PhrasingContent = { type: 'strong', children: [{ type: 'text', value: figureTitle(text.title) }] };
  return { type: 'paragraph', children: [title, { type: 'text', value: space + text.description }, ...link] };
}
