import type { SearchAnswer } from '../search/search-engine.ts';
import { element, pressable } from './site-search-elements.ts';
import type { SearchLabels } from './site-search-labels.ts';
import { clearRecentSearches, recentSearches } from './site-search-recent.ts';
import type { SearchRequest } from './site-search-request.ts';

/** Changes a part of what is searched for. */
type Choose = (change: Partial<SearchRequest>) => void;

/** What is offered before anything has been typed. */
export function startHint(labels: SearchLabels, choose: Choose): HTMLElement {
  const search = (query: string): HTMLElement => pressable('search-example', query, () => choose({ query }));
  const recent = recentSearches();
  const forget = pressable('search-forget', labels.forget, () => {
    clearRecentSearches();
    choose({});
  });
  const topics = Object.entries(labels.topics).map(([topic, name]) => pressable('search-choice', name, () => choose({ topic })));
  return element('div', '', {}, [
    ...(recent.length > 0 ? choices(labels.recent, [...recent.map(search), forget]) : []),
    ...choices(labels.tryThese, labels.examples.map(search)),
    ...choices(labels.byTopic, topics),
  ]);
}

/** What is offered where nothing was found. */
export function emptyHint(request: SearchRequest, { near }: SearchAnswer, labels: SearchLabels, choose: Choose): HTMLElement {
  const isFiltered = request.topic + request.needs !== '';
  const without = pressable('search-choice', labels.withoutFilters, () => choose({ topic: '', needs: '' }));
  const words = near.map((word) => pressable('search-example', word, () => choose({ query: word })));
  const topics = Object.entries(labels.topics).map(([topic, name]) => pressable('search-choice', name, () => choose({ query: '', topic })));
  return element('div', '', {}, [
    ...(isFiltered ? [element('p', '', {}, [without])] : []),
    ...(words.length > 0 ? choices(labels.similar, words) : []),
    ...(request.query === '' ? [] : choices(`${labels.emptyHint} ${labels.byTopic}`, topics)),
  ]);
}

/** The query as it was understood, to be taken over. */
export function correctionHint(correction: string, labels: SearchLabels, choose: Choose): readonly (Node | string)[] {
  return [`${labels.didYouMean} `, pressable('search-example', correction, () => choose({ query: correction }))];
}

function choices(title: string, buttons: readonly HTMLElement[]): readonly HTMLElement[] {
  return [element('p', '', {}, [title]), element('div', 'search-examples', {}, buttons)];
}
