import type { PageResult, SectionResult } from '../search/search-engine.ts';
import type { Segment } from '../search/snippet.ts';
import { isApple } from './site-search-keys.ts';
import type { SearchLabels } from './site-search-labels.ts';

/** The parts of the dialog that change. */
export interface SearchView {
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  readonly clear: HTMLButtonElement;
  readonly close: HTMLButtonElement;
  /** Live region: what is going on, or how much was found. */
  readonly status: HTMLElement;
  readonly retry: HTMLButtonElement;
  readonly hint: HTMLElement;
  readonly results: HTMLElement;
}

/** Path of a magnifying glass in a box of 24 by 24. */
const MAGNIFIER =
  'M10.5 4a6.5 6.5 0 1 0 4 11.6l4.7 4.7 1.4-1.4-4.7-4.7A6.5 6.5 0 0 0 10.5 4Zm0 2a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z';

/** Builds the closed dialog. */
export function createSearchView(labels: SearchLabels): SearchView {
  const input = element('input', 'search-input', {
    ...{ type: 'text', role: 'combobox', 'aria-label': labels.dialog, placeholder: labels.placeholder },
    ...{ 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'site-search-results' },
    ...{ autocomplete: 'off', autocapitalize: 'off', autocorrect: 'off', spellcheck: 'false', enterkeyhint: 'go' },
  });
  const clear = element('button', 'search-clear', { type: 'button', hidden: '' }, [labels.clear]);
  const close = element('button', 'search-close', { type: 'button' });
  close.append(element('kbd', '', {}, ['Esc']), ' ', element('span', '', {}, [labels.close]));
  const status = element('p', 'search-status', { role: 'status' });
  const retry = element('button', 'search-retry', { type: 'button', hidden: '' }, [labels.retry]);
  const hint = element('div', 'search-hint', {});
  const results = element('div', 'search-results', {
    ...{ id: 'site-search-results', role: 'listbox', 'aria-label': labels.results, hidden: '' },
  });
  const dialog = element('dialog', 'search-dialog', { 'aria-label': labels.dialog }, [
    element('div', 'search-frame', {}, [
      element('div', 'search-bar', {}, [magnifier(), input, clear, close]),
      element('div', 'search-report', {}, [status, retry]),
      element('div', 'search-body', {}, [hint, results]),
      keyHints(labels),
    ]),
  ]);
  return { dialog, input, clear, close, status, retry, hint, results };
}

/** One group a page, one option a section; `hrefOf` gives an option's address. */
export function resultGroups(
  pages: readonly PageResult[],
  labels: SearchLabels,
  hrefOf: (section: SectionResult) => string,
): readonly HTMLElement[] {
  let count = 0;
  return pages.map((page, ordinal) => {
    const titleId = `site-search-page-${ordinal}`;
    const topic = element('span', 'search-topic', {}, [labels.topics[page.topic] ?? page.topic]);
    const title = element('span', 'search-title', { id: titleId }, marked(page.title));
    const options = page.sections.map((section) => sectionOption(section, labels, hrefOf(section), count++));
    const header = element('div', 'search-page', { role: 'presentation' }, [title, topic]);
    return element('div', 'search-group', { role: 'group', 'aria-labelledby': titleId }, [header, ...options]);
  });
}

function sectionOption(section: SectionResult, labels: SearchLabels, href: string, ordinal: number): HTMLElement {
  const { heading, text, code } = section.snippet;
  const id = `site-search-option-${ordinal}`;
  const attributes = { href, id, role: 'option', 'aria-selected': 'false', tabindex: '-1' };
  return element('a', 'search-option', attributes, [
    element('span', 'search-heading', {}, heading.length > 0 ? marked(heading) : [labels.start]),
    ...(text.length > 0 ? [element('span', 'search-text', {}, marked(text))] : []),
    ...(code.length > 0 ? [element('code', 'search-code', {}, marked(code))] : []),
  ]);
}

/** What the empty dialog offers; `onChoose` gets the example that was pressed. */
export function exampleHint(labels: SearchLabels, onChoose: (example: string) => void): HTMLElement {
  const buttons = labels.examples.map((example) => {
    const button = element('button', 'search-example', { type: 'button' }, [example]);
    button.addEventListener('click', () => onChoose(example));
    return button;
  });
  return element('div', '', {}, [
    element('p', '', {}, [labels.tryThese]),
    element('div', 'search-examples', {}, buttons),
  ]);
}

function keyHints({ keys }: SearchLabels): HTMLElement {
  const hint = (names: readonly string[], does: string): HTMLElement =>
    element('span', '', {}, [...names.map((name) => element('kbd', '', {}, [name])), does]);
  return element('div', 'search-keys', { 'aria-hidden': 'true' }, [
    ...[hint(['↑', '↓'], keys.move), hint(['↵'], keys.open)],
    ...[hint([isApple() ? '⌘' : 'Ctrl', '↵'], keys.newTab), hint(['Esc'], keys.close)],
  ]);
}

function marked(segments: readonly Segment[]): readonly (Node | string)[] {
  return segments.map(({ text, mark }) => (mark ? element('mark', '', {}, [text]) : text));
}

function magnifier(): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  for (const [name, value] of Object.entries({ viewBox: '0 0 24 24', 'aria-hidden': 'true', fill: 'currentColor' })) {
    svg.setAttribute(name, value);
  }
  path.setAttribute('d', MAGNIFIER);
  svg.append(path);
  return svg;
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}
