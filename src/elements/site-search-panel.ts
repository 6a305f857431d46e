import type { SearchAnswer, SearchOptions } from '../search/search-engine.ts';
import { element } from './site-search-elements.ts';
import { SearchLoadError } from './site-search-error.ts';
import { correctionHint, emptyHint, startHint } from './site-search-hint.ts';
import { type SearchLabels, searchLabels } from './site-search-labels.ts';
import { ResultList } from './site-search-list.ts';
import { resultGroups } from './site-search-results.ts';
import { type SearchRequest, searchOf } from './site-search-request.ts';
import { openSearch, type SearchSource } from './site-search-source.ts';
import { createSearchView, type PanelEnds, type SearchView } from './site-search-view.ts';

type SourceState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly source: SearchSource }
  | { readonly kind: 'failed'; readonly code: SearchLoadError['code'] };

export interface PanelOptions {
  readonly locale: string;
  /** The site's base path, without a slash at its end. */
  readonly base: string;
  readonly sections: number;
  readonly request: SearchRequest;
  /** Most pages to show. */
  readonly pages: number;
  readonly end: PanelEnds;
  readonly onRequest: (request: SearchRequest) => void;
}

const OTHER: SearchOptions = { pages: 3, sections: 1 };

/** A field, filters and results: in the dialog, and on the search page. */
export class SearchPanel {
  readonly view: SearchView;
  readonly #options: PanelOptions;
  readonly #labels: SearchLabels;
  readonly #list: ResultList;
  #state: SourceState = { kind: 'absent' };
  #other: Promise<SearchSource> | undefined;
  /** Counts requests, so that an answer that comes late is not shown. */
  #turn = 0;

  constructor(options: PanelOptions) {
    this.#options = options;
    this.#labels = searchLabels(options.locale);
    this.view = createSearchView(this.#labels, options.end);
    this.#list = new ResultList(this.view, () => this.request.query);
    const { input, topic, needs, clear, retry } = this.view;
    this.#fill(options.request);
    input.addEventListener('input', (event) => {
      if (!(event instanceof InputEvent && event.isComposing)) this.#changed();
    });
    input.addEventListener('compositionend', () => this.#changed());
    for (const filter of [topic, needs]) filter.addEventListener('change', () => this.#changed());
    clear.addEventListener('click', () => this.choose({ query: '' }));
    retry.addEventListener('click', () => {
      input.focus();
      void this.load();
    });
    window.addEventListener('online', () => {
      if (this.#state.kind === 'failed' && this.view.panel.checkVisibility()) void this.load();
    });
  }

  get request(): SearchRequest {
    const { input, topic, needs } = this.view;
    return { query: input.value.trim(), topic: topic.value, needs: needs.value };
  }

  /** Searches for something else. */
  choose(change: Partial<SearchRequest>): void {
    this.#fill({ ...this.request, ...change });
    this.view.input.focus();
    this.#changed();
  }

  /** Loads what is needed to search, once, and again after a failure. */
  async load(): Promise<void> {
    if (this.#state.kind === 'loading' || this.#state.kind === 'ready') return;
    this.#state = { kind: 'loading' };
    this.render();
    try {
      this.#state = { kind: 'ready', source: await this.#open(this.#options.locale) };
    } catch (error) {
      console.error(error);
      this.#state = { kind: 'failed', code: error instanceof SearchLoadError ? error.code : 'failed' };
    }
    this.render();
  }

  /** Shows what the request finds, or what stands in the way of it. */
  render(): void {
    const { panel, input, clear, retry, status } = this.view;
    clear.hidden = input.value === '';
    panel.dataset['state'] = this.#state.kind;
    retry.hidden = this.#state.kind !== 'failed';
    this.#turn += 1;
    const { query, topic, needs } = this.request;
    if (this.#state.kind === 'ready' && query + topic + needs !== '') void this.#answer(this.#state.source, this.#turn);
    else {
      this.#show(null);
      if (this.#state.kind === 'failed') status.textContent = this.#labels[this.#state.code];
      else status.textContent = this.#state.kind === 'ready' ? '' : this.#labels.loading;
    }
  }

  #fill({ query, topic, needs }: SearchRequest): void {
    this.view.input.value = query;
    this.view.topic.value = topic in this.#labels.topics ? topic : '';
    this.view.needs.value = needs in this.#labels.needs ? needs : '';
  }

  #changed(): void {
    this.#options.onRequest(this.request);
    this.render();
  }

  #open(locale: string): Promise<SearchSource> {
    const { base, sections } = this.#options;
    return openSearch({ folder: `${base}/search/`, locale, sections }, () => this.render());
  }

  async #answer(source: SearchSource, turn: number): Promise<void> {
    const { query, topic, needs } = this.request;
    const filters = { topic: topic || undefined, needs: needs || undefined };
    const answer = await source.search(query, { ...filters, pages: this.#options.pages });
    if (turn !== this.#turn) return;
    this.#show(answer);
    if (query === '') return;
    await new Promise((resolve) => { setTimeout(resolve); });
    await this.#addOther(query, filters, turn);
  }

  /** What the notes in the other language have; where their index cannot be loaded, this language's answers stand alone. */
  async #addOther(query: string, filters: SearchOptions, turn: number): Promise<void> {
    if (turn !== this.#turn) return;
    const locale = this.#options.locale === 'zh-cn' ? 'en' : 'zh-cn';
    this.#other ??= this.#open(locale);
    try {
      const { pages } = await (await this.#other).search(query, { ...filters, ...OTHER });
      if (turn !== this.#turn || pages.length === 0) return;
      const title = element('p', 'search-other-title', { role: 'presentation' }, [this.#labels.other]);
      const groups = resultGroups(pages, { labels: this.#labels, base: this.#options.base, prefix: 'site-search-other' });
      for (const group of groups) group.lang = locale === 'en' ? 'en' : 'zh-CN';
      this.view.other.replaceChildren(title, ...groups);
      this.#list.refresh('keep');
    } catch (error) {
      this.#other = undefined;
      console.debug('The notes in the other language could not be searched.', error);
    }
  }

  /** @param answer null where there is nothing to ask for yet */
  #show(answer: SearchAnswer | null): void {
    const { view } = this;
    const choose = this.choose.bind(this);
    const { request } = this;
    const groups = resultGroups(answer?.pages ?? [], { labels: this.#labels, base: this.#options.base, prefix: 'site-search' });
    view.own.replaceChildren(...groups);
    view.other.replaceChildren();
    view.all.hidden = answer === null || answer.more === 0 || this.#options.pages > 10;
    view.all.href = `${this.#options.base}${this.#options.locale === 'zh-cn' ? '/zh-cn' : ''}/search/${searchOf(request)}`;
    view.correction.replaceChildren(...(answer?.correction == null ? [] : correctionHint(answer.correction, this.#labels, choose)));
    view.body.scrollTo({ top: 0 });
    this.#list.refresh('first');
    if (answer === null) return view.hint.replaceChildren(...(request.query === '' ? [startHint(this.#labels, choose)] : []));
    view.hint.replaceChildren(...(answer.pages.length === 0 ? [emptyHint(request, answer, this.#labels, choose)] : []));
    const sections = answer.pages.reduce((sum, page) => sum + page.sections.length, 0);
    const { empty, count } = this.#labels;
    view.status.textContent = sections === 0 ? empty(request.query) : count(sections, answer.pages.length);
  }
}
