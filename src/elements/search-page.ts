import { SearchPanel } from './site-search-panel.ts';
import { requestOf, searchOf } from './site-search-request.ts';

/** Pages of results that the search page shows at once. */
const PAGES = 40;

/**
 * `<search-page data-locale="en" data-base="/docs/" data-sections="188">`: search as a page, with what is searched for in the
 * address, so that it can be kept, sent and come back to.
 */
export class SearchPage extends HTMLElement {
  connectedCallback(): void {
    const panel = new SearchPanel({
      locale: this.dataset['locale'] ?? 'en',
      base: (this.dataset['base'] ?? '/').replace(/\/$/, ''),
      sections: Number(this.dataset['sections'] ?? 0),
      pages: PAGES,
      end: { bar: [], panel: [] },
      request: requestOf(location.search),
      onRequest: (request) => history.replaceState(history.state, '', location.pathname + searchOf(request)),
    });
    this.replaceChildren(panel.view.panel);
    panel.view.input.focus({ preventScroll: true });
    void panel.load();
  }
}

if (customElements.get('search-page') === undefined) customElements.define('search-page', SearchPage);
