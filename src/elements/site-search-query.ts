/** Where the query waits for the next page of this tab. */
const QUERY_KEY = 'warpnotes:search-query';

/** The query of this tab's last search; empty if there was none. */
export function readQuery(): string {
  return withSessionStorage((storage) => storage.getItem(QUERY_KEY)) ?? '';
}

/** Keeps the query for the next page of this tab. */
export function writeQuery(query: string): void {
  withSessionStorage((storage) => storage.setItem(QUERY_KEY, query));
}

/** A browser that forbids storage throws at the first touch; search then forgets the query between pages. */
function withSessionStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
