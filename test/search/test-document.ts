import type { SearchDocument } from '../../src/search/search-document.ts';

/** A section document, empty but for what a test gives. */
export function testDocument(given: Partial<SearchDocument>): SearchDocument {
  return {
    ...{ id: '/cuda/sample/#', pageId: 'cuda/sample', path: '/cuda/sample/', anchor: '', topic: 'cuda', title: '' },
    ...{ heading: '', text: '', code: '', symbols: '', needs: ['gpu'] },
    ...given,
  };
}
