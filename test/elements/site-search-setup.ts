import { type OpenedPage, useBrowserPages } from '../support/browser-pages.ts';
import { type SearchSite, serveSearchSite } from './site-search-page.ts';

/** Hands each test of a file a new page of a site with search; its index is the whole one again. */
export function useSearchPages(take: (opened: OpenedPage<SearchSite>) => void): void {
  useBrowserPages(serveSearchSite, () => ({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } }), (opened) => {
    Object.assign(opened.site, { indexAnswer: undefined, indexFiles: 'whole' });
    opened.page.setDefaultTimeout(10_000);
    take(opened);
  });
}
