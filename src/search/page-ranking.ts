import type { QueryGroup, QueryTerm, SearchQuery } from './search-query.ts';
import type { TermIndex } from './term-index.ts';
import { matchTerm, type TermMatch } from './term-matches.ts';

export interface RankedSection {
  readonly document: number;
  readonly score: number;
}

export interface RankedPage {
  readonly page: number;
  readonly score: number;
  /** Share of the query, by how much its terms say, that the page has: 0 to 1. */
  readonly coverage: number;
  /** Best first. */
  readonly sections: readonly RankedSection[];
}

export interface Ranking {
  /** Best first. */
  readonly pages: readonly RankedPage[];
  /** Index terms that answered the query, and their weight for picking a snippet. */
  readonly terms: ReadonlyMap<string, number>;
}

const COVERAGE = { exact: 1, prefix: 0.7, fuzzy: 0.7, glossary: 0.9 } as const;
const REST_SHARE = 0.15;
const LEAST_COVERAGE = 0.12;

/** What one query term found: a score for every document and a coverage for every page. */
interface TermResult {
  readonly matches: readonly TermMatch[];
  /** Weight of the term times its inverse document frequency. */
  readonly importance: number;
  readonly scores: Float64Array;
  readonly coverage: Float64Array;
}

/** Ranks sections by BM25F, then pages by their best section, their other sections, and their share of the query. */
export function rankPages(query: SearchQuery, index: TermIndex): Ranking {
  const scores = new Float64Array(index.pages.length);
  const covered = new Float64Array(index.pageCount);
  const terms = new Map<string, number>();
  let total = 0;
  for (const group of query) total += addGroup(group, index, { scores, covered, terms });
  const sections = Map.groupBy(
    [...scores.entries()].filter(([, score]) => score > 0).map(([document, score]) => ({ document, score })),
    ({ document }) => index.pages[document] ?? 0,
  );
  const pages = [...sections].map(([page, ofPage]) => rankedPage(page, ofPage, (covered[page] ?? 0) / total));
  return { pages: pages.filter(({ coverage }) => coverage >= LEAST_COVERAGE).sort(byScore), terms };
}

interface Totals {
  readonly scores: Float64Array;
  readonly covered: Float64Array;
  readonly terms: Map<string, number>;
}

/** Adds a group's scores and coverage; the result is its part in the query's whole importance. */
function addGroup(group: QueryGroup, index: TermIndex, { scores, covered, terms }: Totals): number {
  const own = group.terms.map((term) => termResult(term, index));
  const alternatives = group.alternatives
    .map((phrase) => phrase.map((term) => termResult(term, index)))
    .filter((phrase) => phrase.every(({ matches }) => matches.length > 0));
  const phrases = [own, ...alternatives];
  for (let document = 0; document < scores.length; document += 1) {
    const best = Math.max(...phrases.map((phrase) => phraseScore(phrase, document)));
    scores[document] = (scores[document] ?? 0) + best;
  }
  const otherImportance = Math.max(0, ...alternatives.flat().map(({ importance }) => importance));
  const importances = own.map((result) => groupImportance(result, otherImportance, group.terms.length));
  for (let page = 0; page < covered.length; page += 1) {
    const other = COVERAGE.glossary * Math.max(0, ...alternatives.map((phrase) => phraseCoverage(phrase, page)));
    for (const [ordinal, result] of own.entries()) {
      const share = Math.max(result.coverage[page] ?? 0, other);
      covered[page] = (covered[page] ?? 0) + share * (importances[ordinal] ?? 0);
    }
  }
  for (const { matches, importance } of phrases.flat()) {
    for (const { term, weight } of matches) terms.set(term, Math.max(terms.get(term) ?? 0, weight * importance));
  }
  return importances.reduce((sum, importance) => sum + importance, 0);
}

/** A term that this language lacks counts as much as what the glossary puts in its place; without that, not at all. */
function groupImportance({ importance, matches }: TermResult, otherImportance: number, length: number): number {
  return matches.length > 0 ? importance : otherImportance / length;
}

function phraseScore(phrase: readonly TermResult[], document: number): number {
  return phrase.reduce((sum, { scores }) => sum + (scores[document] ?? 0), 0);
}

function phraseCoverage(phrase: readonly TermResult[], page: number): number {
  return Math.min(...phrase.map(({ coverage }) => coverage[page] ?? 0));
}

function termResult(term: QueryTerm, index: TermIndex): TermResult {
  const matches = matchTerm(term, index);
  const importance = term.weight * inverseFrequency(matches, index);
  const scores = new Float64Array(index.pages.length);
  const coverage = new Float64Array(index.pageCount);
  for (const { postings, weight, how } of matches) {
    for (const [at, document] of postings.documents.entries()) {
      const page = index.pages[document] ?? 0;
      const score = importance * weight * (postings.impacts[at] ?? 0);
      scores[document] = Math.max(scores[document] ?? 0, score);
      const share = weight === 1 ? COVERAGE.exact : COVERAGE[how];
      coverage[page] = Math.max(coverage[page] ?? 0, share);
    }
  }
  return { matches, importance, scores, coverage };
}

/** BM25's idf over pages: of the term itself, or of everything that stands in for it. */
function inverseFrequency(matches: readonly TermMatch[], index: TermIndex): number {
  const exact = matches.filter(({ how }) => how === 'exact');
  const documents = (exact.length > 0 ? exact : matches).flatMap(({ postings }) => postings.documents);
  const frequency = new Set(documents.map((document) => index.pages[document])).size;
  return frequency === 0 ? 0 : Math.log(1 + (index.pageCount - frequency + 0.5) / (frequency + 0.5));
}

function rankedPage(page: number, sections: readonly RankedSection[], coverage: number): RankedPage {
  const [best, ...rest] = [...sections].sort(byScore);
  const restMean = rest.reduce((sum, { score }) => sum + score, 0) / Math.max(1, rest.length);
  const relevance = (best?.score ?? 0) + REST_SHARE * restMean;
  const sorted = best === undefined ? [] : [best, ...rest];
  return { page, score: relevance * (0.2 + 0.8 * coverage) ** 3, coverage, sections: sorted };
}

function byScore(one: { readonly score: number }, other: { readonly score: number }): number {
  return other.score - one.score;
}
