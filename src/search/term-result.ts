import type { QueryTerm } from './search-query.ts';
import { SparseValues } from './sparse-values.ts';
import type { TermIndex } from './term-index.ts';
import { matchTerm, type TermMatch } from './term-matches.ts';

/** What one query term found: a score for its documents and a coverage for its pages. */
export interface TermResult {
  readonly query: QueryTerm;
  readonly matches: readonly TermMatch[];
  /** Weight of the term times its inverse document frequency. */
  readonly importance: number;
  readonly scores: SparseValues;
  readonly coverage: SparseValues;
}

/** How much of a term a page has that answers it in this way. */
export const COVERAGE = { exact: 1, prefix: 0.7, fuzzy: 0.7, glossary: 0.9 } as const;

export function termResult(query: QueryTerm, index: TermIndex): TermResult {
  const matches = matchTerm(query, index);
  const coverage = coverageOf(matches, index);
  const importance = query.weight * inverseFrequency(matches, coverage, index);
  const scores = new SparseValues(index.pages.length);
  for (const { postings, weight } of matches) {
    const most = importance * weight;
    for (const [at, document] of postings.documents.entries()) scores.raise(document, most * (postings.impacts[at] ?? 0));
  }
  return { query, matches, importance, scores, coverage };
}

function coverageOf(matches: readonly TermMatch[], index: TermIndex): SparseValues {
  const coverage = new SparseValues(index.pageCount);
  for (const { postings, weight, how } of matches) {
    const share = weight === 1 ? COVERAGE.exact : COVERAGE[how];
    for (const document of postings.documents) coverage.raise(index.pages[document] ?? 0, share);
  }
  return coverage;
}

/** BM25's idf over pages: of the term itself, or of everything that stands in for it. */
function inverseFrequency(matches: readonly TermMatch[], coverage: SparseValues, index: TermIndex): number {
  const exact = matches.filter(({ how }) => how === 'exact');
  const here = exact.length > 0 && exact.length < matches.length ? coverageOf(exact, index) : coverage;
  const elsewhere = (exact.length > 0 ? exact : matches).map(({ postings }) => postings.pageFrequency);
  const frequency = elsewhere.reduce((most, each) => Math.max(most, each), here.touched.length);
  return frequency === 0 ? 0 : Math.log(1 + (index.pageCount - frequency + 0.5) / (frequency + 0.5));
}
