import type { QueryGroup, SearchQuery } from './search-query.ts';
import { SparseValues } from './sparse-values.ts';
import type { TermIndex } from './term-index.ts';
import { COVERAGE, termResult, type TermResult } from './term-result.ts';

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
  /** What each term of the query found in the index. */
  readonly results: readonly TermResult[];
}

const REST_SHARE = 0.15;
const LEAST_COVERAGE = 0.12;

/**
 * Ranks sections by BM25F, then pages by their best section, their other sections, and their share of the query.
 * @param isWanted leaves documents out, after they have been counted in what terms are worth
 */
export function rankPages(query: SearchQuery, index: TermIndex, isWanted: (document: number) => boolean): Ranking {
  const totals = { scores: new SparseValues(index.pages.length), covered: new SparseValues(index.pageCount), importance: 0 };
  const terms = new Map<string, number>();
  const results: TermResult[] = [];
  for (const group of query) {
    const phrases = groupPhrases(group, index);
    addScores(phrases, totals.scores, index);
    totals.importance += addCoverage(phrases, totals.covered);
    results.push(...phrases.own);
    for (const { matches, importance } of [phrases.own, ...phrases.alternatives].flat()) {
      for (const { term, weight } of matches) terms.set(term, Math.max(terms.get(term) ?? 0, weight * importance));
    }
  }
  const sections = new Map<number, RankedSection[]>();
  for (const document of totals.scores.touched) {
    if (!isWanted(document)) continue;
    const page = index.pages[document] ?? 0;
    const ofPage = sections.get(page);
    const section = { document, score: totals.scores.get(document) };
    if (ofPage === undefined) sections.set(page, [section]);
    else ofPage.push(section);
  }
  const pages = [...sections].flatMap(([page, ofPage]) => {
    const coverage = totals.covered.get(page) / totals.importance;
    return coverage >= LEAST_COVERAGE ? [rankedPage(page, ofPage, coverage)] : [];
  });
  return { pages: pages.sort(byScore), terms, results };
}

/** A group's own terms, and those alternatives of the glossary that are in the index whole. */
interface Phrases {
  readonly own: readonly TermResult[];
  readonly alternatives: readonly (readonly TermResult[])[];
}

function groupPhrases(group: QueryGroup, index: TermIndex): Phrases {
  const results = (phrase: QueryGroup['terms']): readonly TermResult[] => phrase.map((term) => termResult(term, index));
  const alternatives = group.alternatives.map(results).filter((phrase) => phrase.every(({ matches }) => matches.length > 0));
  return { own: results(group.terms), alternatives };
}

/** Of the phrases of a group the best counts, document by document. */
function addScores({ own, alternatives }: Phrases, totals: SparseValues, index: TermIndex): void {
  if (alternatives.length === 0) return addPhrase(own, totals);
  const best = new SparseValues(index.pages.length);
  for (const phrase of [own, ...alternatives]) {
    const scores = new SparseValues(index.pages.length);
    addPhrase(phrase, scores);
    for (const document of scores.touched) best.raise(document, scores.get(document));
  }
  for (const document of best.touched) totals.add(document, best.get(document));
}

function addPhrase(phrase: readonly TermResult[], totals: SparseValues): void {
  for (const { scores } of phrase) {
    for (const document of scores.touched) totals.add(document, scores.get(document));
  }
}

/** Adds to the pages what they have of a group; the result is the group's part in the query's whole importance. */
function addCoverage({ own, alternatives }: Phrases, covered: SparseValues): number {
  const otherImportance = Math.max(0, ...alternatives.flat().map(({ importance }) => importance));
  const others = new SparseValues(covered.length);
  for (const phrase of alternatives) {
    for (const page of phrase[0]?.coverage.touched ?? []) {
      const least = Math.min(...phrase.map(({ coverage }) => coverage.get(page)));
      others.raise(page, COVERAGE.glossary * least);
    }
  }
  let sum = 0;
  for (const result of own) {
    const importance = groupImportance(result, otherImportance, own.length);
    sum += importance;
    for (const page of result.coverage.touched) covered.add(page, importance * Math.max(result.coverage.get(page), others.get(page)));
    for (const page of others.touched) {
      if (result.coverage.get(page) === 0) covered.add(page, importance * others.get(page));
    }
  }
  return sum;
}

/** A term that this language lacks counts as much as what the glossary puts in its place; without that, not at all. */
function groupImportance({ importance, matches }: TermResult, otherImportance: number, length: number): number {
  return matches.length > 0 ? importance : otherImportance / length;
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
