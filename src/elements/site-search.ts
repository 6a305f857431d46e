import type { PageResult, SearchEngine, SectionResult } from '../search/search-engine.ts';
import { isApple, isSlash, isToggleKey } from './site-search-keys.ts';
import { type SearchLabels, searchLabels } from './site-search-labels.ts';
import { loadSearchEngine, SearchLoadError } from './site-search-loader.ts';
import { readQuery, writeQuery } from './site-search-query.ts';
import { createSearchView, element, exampleHint, resultGroups, type SearchView } from './site-search-view.ts';

type EngineState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly engine: SearchEngine }
  | { readonly kind: 'failed'; readonly code: SearchLoadError['code'] };

/**
 * `<site-search data-locale="en" data-base="/docs/">` around a button `[data-open-search]`.
 * Opens a modal search over the notes of its locale; engine and index are fetched on first focus or opening.
 */
export class SiteSearch extends HTMLElement {
  #state: EngineState = { kind: 'absent' };
  #view: SearchView | undefined;
  #active = -1;
  #ending = new AbortController();

  connectedCallback(): void {
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    const button = this.querySelector<HTMLButtonElement>('[data-open-search]');
    if (button !== null) {
      button.disabled = false;
      button.setAttribute('aria-keyshortcuts', isApple() ? 'Meta+K /' : 'Control+K /');
      const modifier = button.querySelector('kbd kbd');
      if (modifier !== null) modifier.textContent = isApple() ? '⌘' : 'Ctrl';
      button.addEventListener('click', () => this.open(), { signal });
      button.addEventListener('focus', () => void this.#load(), { signal });
      button.addEventListener('pointerenter', () => void this.#load(), { signal });
    }
    window.addEventListener('keydown', (event) => this.#onPageKey(event), { signal });
    window.addEventListener('online', () => this.#onOnline(), { signal });
  }

  disconnectedCallback(): void {
    this.#ending.abort();
  }

  /** Opens the dialog with the last query selected. */
  open(): void {
    const view = (this.#view ??= this.#createView());
    if (view.dialog.open) return;
    view.dialog.showModal();
    view.input.focus();
    view.input.select();
    if (this.#state.kind === 'failed') this.#state = { kind: 'absent' };
    void this.#load();
    this.#render();
  }

  get #labels(): SearchLabels {
    return searchLabels(this.dataset['locale'] ?? 'en');
  }

  get #base(): string {
    return (this.dataset['base'] ?? '/').replace(/\/$/, '');
  }

  #createView(): SearchView {
    const view = createSearchView(this.#labels);
    view.input.value = readQuery();
    view.input.addEventListener('input', (event) => {
      if (!(event instanceof InputEvent && event.isComposing)) this.#onQuery();
    });
    view.input.addEventListener('compositionend', () => this.#onQuery());
    view.input.addEventListener('keydown', (event) => this.#onInputKey(event));
    view.clear.addEventListener('click', () => this.#setQuery(''));
    view.close.addEventListener('click', () => view.dialog.close());
    view.retry.addEventListener('click', () => {
      view.input.focus();
      void this.#load();
    });
    view.results.addEventListener('pointermove', (event) => {
      const option = optionOf(event);
      if (option !== undefined) this.#activate(this.#options().indexOf(option), 'stay');
    });
    view.dialog.addEventListener('click', (event) => {
      const isPlainFollow = optionOf(event) !== undefined && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (event.target === view.dialog || isPlainFollow) view.dialog.close();
    });
    this.append(view.dialog);
    return view;
  }

  async #load(): Promise<void> {
    if (this.#state.kind === 'loading' || this.#state.kind === 'ready') return;
    this.#state = { kind: 'loading' };
    this.#render();
    try {
      const url = `${this.#base}/search/${this.dataset['locale'] ?? 'en'}.json`;
      this.#state = { kind: 'ready', engine: await loadSearchEngine(url) };
    } catch (error) {
      console.error(error);
      this.#state = { kind: 'failed', code: error instanceof SearchLoadError ? error.code : 'failed' };
    }
    this.#render();
  }

  #onOnline(): void {
    if (this.#state.kind === 'failed' && this.#view?.dialog.open === true) void this.#load();
  }

  #onPageKey(event: KeyboardEvent): void {
    const toggles = isToggleKey(event);
    if (toggles && this.#view?.dialog.open === true) this.#view.dialog.close();
    else if (toggles || isSlash(event)) this.open();
    else return;
    event.preventDefault();
  }

  #onInputKey(event: KeyboardEvent): void {
    // Safari reports the Enter that ends a composition after it, with the key code of a composition.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else tells that Enter from others
    if (event.isComposing || event.keyCode === 229) return;
    const options = this.#options();
    const last = options.length - 1;
    if (event.key === 'ArrowDown') this.#activate(this.#active >= last ? 0 : this.#active + 1, 'scroll');
    else if (event.key === 'ArrowUp') this.#activate(this.#active <= 0 ? last : this.#active - 1, 'scroll');
    else if (event.key === 'Enter') this.#follow(options[this.#active], event);
    else return;
    event.preventDefault();
  }

  #follow(option: HTMLAnchorElement | undefined, { ctrlKey, metaKey }: KeyboardEvent): void {
    if (option === undefined) return;
    if (ctrlKey || metaKey) window.open(option.href, '_blank', 'noopener');
    else option.click();
  }

  #setQuery(query: string): void {
    if (this.#view === undefined) return;
    this.#view.input.value = query;
    this.#view.input.focus();
    this.#onQuery();
  }

  #onQuery(): void {
    writeQuery(this.#view?.input.value ?? '');
    this.#render();
  }

  #render(): void {
    const view = this.#view;
    if (view === undefined) return;
    const query = view.input.value.trim();
    const labels = this.#labels;
    view.clear.hidden = view.input.value === '';
    view.dialog.dataset['state'] = this.#state.kind;
    view.retry.hidden = this.#state.kind !== 'failed';
    const pages = this.#state.kind === 'ready' && query !== '' ? this.#state.engine.search(query) : [];
    this.#showResults(view, pages);
    view.hint.replaceChildren(...this.#hint(query, pages));
    if (this.#state.kind === 'failed') view.status.textContent = labels[this.#state.code];
    else if (this.#state.kind !== 'ready') view.status.textContent = labels.loading;
    else if (query === '') view.status.textContent = '';
    else if (pages.length === 0) view.status.textContent = labels.empty(query);
    else view.status.textContent = labels.count(view.results.querySelectorAll('[role=option]').length, pages.length);
  }

  #hint(query: string, pages: readonly PageResult[]): readonly HTMLElement[] {
    if (query === '') return [exampleHint(this.#labels, (example) => this.#setQuery(example))];
    const isEmpty = this.#state.kind === 'ready' && pages.length === 0;
    return isEmpty ? [element('p', '', {}, [this.#labels.emptyHint])] : [];
  }

  #showResults(view: SearchView, pages: readonly PageResult[]): void {
    view.results.replaceChildren(...resultGroups(pages, this.#labels, (section) => this.#hrefOf(section)));
    view.results.hidden = pages.length === 0;
    view.input.setAttribute('aria-expanded', String(pages.length > 0));
    view.results.parentElement?.scrollTo({ top: 0 });
    this.#active = -1;
    view.input.removeAttribute('aria-activedescendant');
    this.#activate(0, 'stay');
  }

  #hrefOf({ document: { path, anchor } }: SectionResult): string {
    return `${this.#base}${path}${anchor === '' ? '' : `#${encodeURIComponent(anchor)}`}`;
  }

  #options(): readonly HTMLAnchorElement[] {
    return [...(this.#view?.results.querySelectorAll<HTMLAnchorElement>('a[role=option]') ?? [])];
  }

  #activate(next: number, scroll: 'scroll' | 'stay'): void {
    const options = this.#options();
    const option = options[next];
    if (option === undefined || next === this.#active) return;
    options[this.#active]?.setAttribute('aria-selected', 'false');
    option.setAttribute('aria-selected', 'true');
    this.#active = next;
    this.#view?.input.setAttribute('aria-activedescendant', option.id);
    const shown = next === 0 ? (option.parentElement ?? option) : option;
    if (scroll === 'scroll') shown.scrollIntoView({ block: 'nearest' });
  }
}

function optionOf({ target }: Event): HTMLAnchorElement | undefined {
  return target instanceof Element ? (target.closest<HTMLAnchorElement>('a[role=option]') ?? undefined) : undefined;
}

if (customElements.get('site-search') === undefined) customElements.define('site-search', SiteSearch);
