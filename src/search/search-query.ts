import { analyze, type Token } from './analyzer.ts';
import type { Glossary } from './glossary.ts';
import { isEnglishStopWord, isHanSeam } from './stop-words.ts';

/** One term of a query. Weights: a whole symbol 2, a word 1, a bigram .7, a part beside its whole symbol .35. */
export interface QueryTerm {
  readonly term: string;
  readonly surface: string;
  readonly kind: Token['kind'];
  readonly weight: number;
  /** `exact`: the term itself only; `typing`: the reader may still be typing it; `complete`: a word before the last. */
  readonly reach: 'exact' | 'complete' | 'typing';
}

/** Query terms that stand or fall together, and what the glossary says instead of them. */
export interface QueryGroup {
  readonly terms: readonly QueryTerm[];
  /** Every alternative is the terms of one phrase; all of them must be there. */
  readonly alternatives: readonly (readonly QueryTerm[])[];
}

export type SearchQuery = readonly QueryGroup[];

/** A glossary with its terms analysed: key of a term sequence to its equals. */
export type AnalyzedGlossary = ReadonlyMap<string, readonly (readonly string[])[]>;

const STOP_WORD_WEIGHT = 0.15;
const SEAM_WEIGHT = 0.2;
const ALTERNATIVE_WEIGHT = 0.8;
const LONGEST_PHRASE = 8;

export function analyzeGlossary(glossary: Glossary): AnalyzedGlossary {
  const equals = new Map<string, (readonly string[])[]>();
  for (const { en, zh } of glossary) {
    const phrases = [...en, ...zh].map(phraseTerms).filter((phrase) => phrase.length > 0);
    for (const phrase of phrases) {
      const others = phrases.filter((other) => phraseKey(other) !== phraseKey(phrase));
      equals.set(phraseKey(phrase), [...(equals.get(phraseKey(phrase)) ?? []), ...others]);
    }
  }
  return equals;
}

/** Analyses a query and groups its terms by the longest glossary phrases in it, from left to right. */
export function parseQuery(text: string, glossary: AnalyzedGlossary): SearchQuery {
  const tokens = queryTokens(text);
  const hasOnlyFiller = tokens.every((token) => fillerFactor(token) < 1);
  const lastEnd = Math.max(0, ...tokens.map(({ end }) => end));
  const isOpenEnded = text.trimEnd() === text;
  const terms = tokens.map((token) => ({
    term: token.term,
    surface: token.surface,
    kind: token.kind,
    weight: kindWeight(token) * (hasOnlyFiller ? 1 : fillerFactor(token)),
    reach: isOpenEnded && token.end === lastEnd ? ('typing' as const) : ('complete' as const),
  }));
  return groupByGlossary(terms, glossary);
}

/** The last character of a Han run is only asked for when it is all that there is. */
function queryTokens(text: string): readonly Token[] {
  const tokens = analyze(text);
  const kept = tokens.filter(({ kind, start }, index) => {
    const before = tokens[index - 1];
    return kind !== 'han-single' || before?.kind !== 'han' || before.end <= start;
  });
  return kept.filter(({ term }, index) => kept.findIndex((other) => other.term === term) === index);
}

function kindWeight({ kind }: Token): number {
  if (kind === 'symbol' || kind === 'operator') return 2;
  if (kind === 'word') return 1;
  return kind === 'han' || kind === 'han-single' ? 0.7 : 0.35;
}

function fillerFactor({ kind, surface }: Token): number {
  if (kind === 'word' && isEnglishStopWord(surface)) return STOP_WORD_WEIGHT;
  return kind === 'han' && isHanSeam(surface) ? SEAM_WEIGHT : 1;
}

function groupByGlossary(terms: readonly QueryTerm[], glossary: AnalyzedGlossary): SearchQuery {
  const heads = terms.filter(isHead);
  const beside = terms.filter((term) => !isHead(term));
  const groups: QueryGroup[] = beside.map((term) => ({ terms: [term], alternatives: [] }));
  for (let at = 0; at < heads.length; ) {
    const { length, alternatives } = longestPhrase(heads, at, glossary);
    groups.push({ terms: heads.slice(at, at + length), alternatives });
    at += length;
  }
  return groups;
}

function longestPhrase(heads: readonly QueryTerm[], at: number, glossary: AnalyzedGlossary): {
  readonly length: number;
  readonly alternatives: QueryGroup['alternatives'];
} {
  for (let length = Math.min(LONGEST_PHRASE, heads.length - at); length > 0; length -= 1) {
    const equals = glossary.get(phraseKey(heads.slice(at, at + length).map(({ term }) => term)));
    if (equals !== undefined) return { length, alternatives: equals.map(alternativeTerms) };
  }
  return { length: 1, alternatives: [] };
}

function alternativeTerms(phrase: readonly string[]): readonly QueryTerm[] {
  const weight = ALTERNATIVE_WEIGHT / Math.sqrt(phrase.length);
  return phrase.map((term) => ({ term, surface: term, kind: 'bare', weight, reach: 'exact' }));
}

function phraseTerms(phrase: string): readonly string[] {
  return queryTokens(phrase).filter(isHead).map(({ term }) => term);
}

function phraseKey(terms: readonly string[]): string {
  return terms.join(' ');
}

function isHead({ kind }: { readonly kind: Token['kind'] }): boolean {
  return kind !== 'part' && kind !== 'bare';
}
