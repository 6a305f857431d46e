/** Why there is no search engine: without a network, or for any other reason (see `cause`). */
export class SearchLoadError extends Error {
  override readonly name = 'SearchLoadError';
  readonly code: 'offline' | 'failed';

  constructor(code: 'offline' | 'failed', url: string, cause: unknown) {
    super(`The search index ${url} could not be loaded. Try again, or reload the page.`, { cause });
    this.code = code;
  }
}
