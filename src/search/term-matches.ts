import { stemWord } from './code-token.ts';
import { editDistance, oneEditFrom } from './edit-distance.ts';
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
  const exact = matchesOf([query.term], 'exact', () => 1, index);
  if (query.kind === 'han-single') return [...exact, ...hanMatches(query.term, index)];
  if (query.reach === 'exact' || query.kind === 'han' || query.kind === 'operator') return exact;
  const longer = mayBePrefix(query, exact) ? longerMatches(query, index) : [];
  if (exact.length + longer.length > 0) return [...exact, ...longer];
  const stem = query.reach === 'typing' ? stemMatches(query.surface, index) : [];
  return stem.length > 0 ? stem : fuzzyMatches(query, index);
}

function mayBePrefix({ surface, kind, reach }: QueryTerm, exact: readonly TermMatch[]): boolean {
  if (kind === 'symbol') return surface.length >= 3;
  return reach === 'typing' ? surface.length >= 2 : surface.length >= 4 && exact.length === 0;
}

function longerMatches({ term, surface }: QueryTerm, index: TermIndex): readonly TermMatch[] {
  const longer = index.withPrefix(surface).filter((found) => found !== surface && found !== term);
  return matchesOf(longer, 'prefix', (found) => PREFIX_WEIGHT * Math.sqrt(surface.length / found.length), index);
}

/** A bigram that begins with the character is as good as the character. */
function hanMatches(character: string, index: TermIndex): readonly TermMatch[] {
  const bigrams = index.withPrefix(character).filter((term) => term !== character);
  return matchesOf(bigrams, 'prefix', () => 1, index);
}

/** The longest term that the half-typed word begins with. */
function stemMatches(surface: string, index: TermIndex): readonly TermMatch[] {
  if (!/^[a-z]+$/.test(surface)) return [];
  for (let length = surface.length - 1; length >= Math.max(4, surface.length - LONGEST_ENDING); length -= 1) {
    const found = matchesOf([surface.slice(0, length)], 'prefix', () => PREFIX_WEIGHT, index);
    if (found.length > 0) return found;
  }
  return [];
}

/** One edit from four letters on, two from eight; never on digits or options. */
function fuzzyMatches({ term, surface, kind }: QueryTerm, index: TermIndex): readonly TermMatch[] {
  if (kind === 'part' || term.length < 4 || /[\d-]/.test(term) || !/\p{L}/u.test(term)) return [];
  const limit = surface.length >= 8 ? 2 : 1;
  const near = index.similar(term, limit).filter((found) => !/[\d-]/.test(found));
  const stems = term === surface ? [] : mistypedStems(surface);
  const all = [...new Set([...stems, ...near])];
  return matchesOf(all, 'fuzzy', (found) => FUZZY_WEIGHT / (stems.includes(found) ? 1 : editDistance(term, found, limit)), index);
}

/** Stems of the words that one typing error makes into this one: it may stand where it changes what the stemmer cuts off. */
function mistypedStems(surface: string): readonly string[] {
  return /^[a-z]+$/.test(surface) ? oneEditFrom(surface).map(stemWord).filter((stem) => stem.length >= 3) : [];
}

function matchesOf(
  terms: readonly string[],
  how: TermMatch['how'],
  weightOf: (term: string) => number,
  index: TermIndex,
): readonly TermMatch[] {
  return terms.flatMap((term) => {
    const postings = index.postings(term);
    return postings === null ? [] : [{ term, postings, how, weight: weightOf(term) }];
  });
}
