import { editDistance } from './edit-distance.ts';
import type { QueryTerm } from './search-query.ts';
import type { Postings, TermIndex } from './term-index.ts';

/** An index term that answers a query term, and how well. */
export interface TermMatch {
  readonly term: string;
  readonly postings: Postings;
  readonly how: 'exact' | 'prefix' | 'fuzzy';
  /** Factor on the score: 1 for the term itself, up to .5 for a longer one, up to .3 for a similar one. */
  readonly weight: number;
}

const PREFIX_WEIGHT = 0.5;
const FUZZY_WEIGHT = 0.3;
/** How much longer than its stem a half-typed word can be: `occupanc` and `occup`. */
const LONGEST_ENDING = 4;

/** Exact match first; then longer terms; similar terms only where neither was found. */
export function matchTerm(query: QueryTerm, index: TermIndex): readonly TermMatch[] {
  const exact = exactMatch(query.term, index);
  if (query.kind === 'han-single') return [...exact, ...prefixMatches(query.term, 1, index)];
  if (query.reach === 'exact' || query.kind === 'han' || query.kind === 'operator') return exact;
  const longer = mayBePrefix(query, exact) ? prefixMatches(query.surface, PREFIX_WEIGHT, index) : [];
  const stems = query.reach === 'typing' && exact.length === 0 && longer.length === 0 ? stemMatches(query.surface, index) : [];
  const found = [...exact, ...longer.filter(({ term }) => term !== query.term), ...stems];
  return found.length > 0 ? found : fuzzyMatches(query, index);
}

function exactMatch(term: string, index: TermIndex): readonly TermMatch[] {
  const postings = index.terms.get(term);
  return postings === undefined ? [] : [{ term, postings, how: 'exact', weight: 1 }];
}

function mayBePrefix({ surface, kind, reach }: QueryTerm, exact: readonly TermMatch[]): boolean {
  if (kind === 'symbol') return surface.length >= 3;
  return reach === 'typing' ? surface.length >= 2 : surface.length >= 4 && exact.length === 0;
}

function prefixMatches(prefix: string, weight: number, index: TermIndex): readonly TermMatch[] {
  const matches: TermMatch[] = [];
  for (const [term, postings] of index.terms.atPrefix(prefix)) {
    const covered = prefix.length / term.length;
    if (term !== prefix) matches.push({ term, postings, how: 'prefix', weight: weight === 1 ? 1 : weight * Math.sqrt(covered) });
  }
  return matches;
}

function stemMatches(surface: string, index: TermIndex): readonly TermMatch[] {
  if (!/^[a-z]+$/.test(surface)) return [];
  for (let length = surface.length - 1; length >= Math.max(4, surface.length - LONGEST_ENDING); length -= 1) {
    const term = surface.slice(0, length);
    const postings = index.terms.get(term);
    if (postings !== undefined) return [{ term, postings, how: 'prefix', weight: PREFIX_WEIGHT }];
  }
  return [];
}

/** One edit from four letters on, two from eight; never on digits or options. */
function fuzzyMatches({ term, surface, kind }: QueryTerm, index: TermIndex): readonly TermMatch[] {
  if (kind === 'part' || term.length < 4 || /[\d-]/.test(term) || /^\P{L}+$/u.test(term)) return [];
  const limit = surface.length >= 8 ? 2 : 1;
  const matches: TermMatch[] = [];
  // The tree counts a swap of neighbours as two edits, hence the wider net.
  for (const [candidate, [postings]] of index.terms.fuzzyGet(term, limit + 1)) {
    const distance = editDistance(term, candidate, limit);
    const isWord = !/[\p{Script=Han}\d-]/u.test(candidate);
    if (distance <= limit && isWord) matches.push({ term: candidate, postings, how: 'fuzzy', weight: FUZZY_WEIGHT / distance });
  }
  return matches;
}
