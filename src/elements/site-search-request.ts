/** What a reader searches for. */
export interface SearchRequest {
  readonly query: string;
  /** Empty for all topics. */
  readonly topic: string;
  /** What the cells of a section must need; empty for any section. */
  readonly needs: string;
}

export const EMPTY_REQUEST: SearchRequest = { query: '', topic: '', needs: '' };

/** Reads the part of an address after `?`, as the search page has it. */
export function requestOf(search: string): SearchRequest {
  const parameters = new URLSearchParams(search);
  return { query: parameters.get('q') ?? '', topic: parameters.get('topic') ?? '', needs: parameters.get('needs') ?? '' };
}

/** The part of an address after the path: empty where nothing is searched for. */
export function searchOf({ query, topic, needs }: SearchRequest): string {
  const given = Object.entries({ q: query, topic, needs }).filter(([, value]) => value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

/** Where the request of this tab waits for its next page. */
const REQUEST_KEY = 'warpnotes:search-query';

/** This tab's last request in a dialog. */
export function readRequest(): SearchRequest {
  return requestOf(withStorage(() => sessionStorage.getItem(REQUEST_KEY)) ?? '');
}

/** Keeps a request for the next page of this tab. */
export function writeRequest(request: SearchRequest): void {
  withStorage(() => sessionStorage.setItem(REQUEST_KEY, searchOf(request)));
}

/** A browser that forbids storage throws at the first touch, and one without room at the next: then nothing is kept. */
export function withStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
