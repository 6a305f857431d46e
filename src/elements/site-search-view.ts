import { element, magnifier } from './site-search-elements.ts';
import type { SearchLabels } from './site-search-labels.ts';

/** The parts of a search panel that change. */
export interface SearchView {
  /** Has the state as `data-state`: absent, loading, ready or failed. */
  readonly panel: HTMLElement;
  readonly input: HTMLInputElement;
  readonly clear: HTMLButtonElement;
  readonly topic: HTMLSelectElement;
  readonly needs: HTMLSelectElement;
  /** Live region: what is going on, or how much was found. */
  readonly status: HTMLElement;
  readonly retry: HTMLButtonElement;
  readonly correction: HTMLElement;
  readonly body: HTMLElement;
  readonly hint: HTMLElement;
  /** The listbox: what was found, and what was found in the other language. */
  readonly results: HTMLElement;
  readonly own: HTMLElement;
  readonly other: HTMLElement;
  readonly all: HTMLAnchorElement;
}

/** What stands at the end of the bar, and below the results. */
export interface PanelEnds {
  readonly bar: readonly HTMLElement[];
  readonly panel: readonly HTMLElement[];
}

export function createSearchView(labels: SearchLabels, end: PanelEnds): SearchView {
  const input = element('input', 'search-input', {
    ...{ type: 'text', role: 'combobox', 'aria-label': labels.dialog, placeholder: labels.placeholder },
    ...{ 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'site-search-results' },
    ...{ autocomplete: 'off', autocapitalize: 'off', autocorrect: 'off', spellcheck: 'false', enterkeyhint: 'go' },
  });
  const clear = element('button', 'search-clear', { type: 'button', hidden: '' }, [labels.clear]);
  const topic = filter(labels.topicFilter, labels.allTopics, labels.topics);
  const needs = filter(labels.needsFilter, labels.anyCell, labels.needs);
  const status = element('p', 'search-status', { role: 'status' });
  const retry = element('button', 'search-retry', { type: 'button', hidden: '' }, [labels.retry]);
  const correction = element('span', 'search-correction', {});
  const hint = element('div', 'search-hint', {});
  const [own, other] = [element('div', '', { role: 'presentation' }), element('div', 'search-other', { role: 'presentation' })];
  const results = element('div', 'search-results', {
    ...{ id: 'site-search-results', role: 'listbox', 'aria-label': labels.results, hidden: '' },
  }, [own, other]);
  const all = element('a', 'search-all', { hidden: '' }, [labels.allResults]);
  const body = element('div', 'search-body', {}, [hint, results, all]);
  const panel = element('div', 'search-panel', {}, [
    element('div', 'search-bar', {}, [magnifier(), input, clear, ...end.bar]),
    element('div', 'search-filters', {}, [topic, needs]),
    element('div', 'search-report', {}, [status, retry, correction]),
    body,
    ...end.panel,
  ]);
  return { panel, input, clear, topic, needs, status, retry, correction, body, hint, results, own, other, all };
}

function filter(label: string, all: string, names: Readonly<Record<string, string>>): HTMLSelectElement {
  const options = Object.entries({ '': all, ...names }).map(([value, text]) => element('option', '', { value }, [text]));
  return element('select', 'search-filter', { 'aria-label': label }, options);
}

/** @param modifier the key that opens a result in a new tab along with Enter */
export function keyHints({ keys }: SearchLabels, modifier: string): HTMLElement {
  const hint = (names: readonly string[], does: string): HTMLElement =>
    element('span', '', {}, [...names.map((name) => element('kbd', '', {}, [name])), does]);
  return element('div', 'search-keys', { 'aria-hidden': 'true' }, [
    ...[hint(['↑', '↓'], keys.move), hint(['↵'], keys.open)],
    ...[hint([modifier, '↵'], keys.newTab), hint(['Esc'], keys.close)],
  ]);
}
