import { withStorage } from './site-search-request.ts';

const RECENT_KEY = 'warpnotes:recent-searches';
const MOST_RECENT = 6;

/** Queries of which a result was opened, the last one first. They stay in this browser. */
export function recentSearches(): readonly string[] {
  const kept = withStorage(() => localStorage.getItem(RECENT_KEY)) ?? '';
  return kept.split('\n').filter((query) => query !== '');
}

export function addRecentSearch(query: string): void {
  const added = query.replace(/\s+/gu, ' ').trim();
  if (added === '') return;
  const kept = [added, ...recentSearches().filter((other) => other !== added)].slice(0, MOST_RECENT);
  withStorage(() => localStorage.setItem(RECENT_KEY, kept.join('\n')));
}

export function clearRecentSearches(): void {
  withStorage(() => localStorage.removeItem(RECENT_KEY));
}
