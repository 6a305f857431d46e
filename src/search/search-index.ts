import { analyze, type TokenKind } from './analyzer.ts';
import type { SearchDocument } from './search-document.ts';

/**
 * The index as it is served: plain JSON. Postings lie term after term, in the order of `terms`.
 * BM25F's weighted term frequency is saturated and quantised here, to one hexadecimal digit a posting.
 */
export interface SearchIndex {
  /** `INDEX_VERSION` of the builder. */
  readonly version: number;
  /** Page ordinal of every document. */
  readonly pages: readonly number[];
  /** Sorted by UTF-16 units, separated by line feeds. */
  readonly terms: string;
  /** Number of postings of every term. */
  readonly counts: readonly number[];
  /** Document ordinals, as the difference to the one before within the same term. */
  readonly deltas: readonly number[];
  /** Impact of every posting: 0 to f stand for 1/16 to 16/16. */
  readonly impacts: string;
  /** On how many pages every term is, where the index is a part that does not hold all its postings. */
  readonly frequencies?: readonly number[];
}

/** Goes up whenever an older reader would misread the index. */
export const INDEX_VERSION = 2;
export const IMPACT_LEVELS = 16;

const FIELDS = [
  { name: 'title', weight: 4, lengthPenalty: 0.5 },
  { name: 'heading', weight: 3, lengthPenalty: 0.5 },
  { name: 'symbols', weight: 2, lengthPenalty: 0.5 },
  { name: 'text', weight: 1, lengthPenalty: 0.7 },
] as const;
/** BM25's k1: how fast another occurrence stops to matter. */
const SATURATION = 2;
const PART_FREQUENCY = 0.5;

type FieldTokens = readonly { readonly term: string; readonly kind: TokenKind }[];

/** The fields whose words a part of the index without the texts has. */
export const HEAD_FIELDS = ['title', 'heading', 'symbols'] as const;
type FieldName = (typeof FIELDS)[number]['name'];

/** By term and document ordinal: how often the term is there, weighted by field and length. */
export type TermFrequencies = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Builds the index over section documents. Pages are numbered in the order in which their documents come. */
export function buildIndex(documents: readonly SearchDocument[]): SearchIndex {
  return encodeIndex(pageOrdinals(documents), termFrequencies(documents));
}

/** @param names the fields to read; all unless told */
export function termFrequencies(documents: readonly SearchDocument[], names?: readonly FieldName[]): TermFrequencies {
  const frequencies = new Map<string, Map<number, number>>();
  for (const field of FIELDS) {
    if (names?.includes(field.name) === false) continue;
    addField(frequencies, documents.map((document): FieldTokens => analyze(document[field.name])), field);
  }
  return frequencies;
}

/** The page ordinal of every document. */
export function pageOrdinals(documents: readonly SearchDocument[]): readonly number[] {
  const pageIds = [...new Set(documents.map(({ pageId }) => pageId))];
  const ordinals = new Map(pageIds.map((pageId, ordinal) => [pageId, ordinal]));
  return documents.map(({ pageId }) => ordinals.get(pageId) ?? 0);
}

function addField(
  postings: Map<string, Map<number, number>>,
  tokensOfDocuments: readonly FieldTokens[],
  field: (typeof FIELDS)[number],
): void {
  const lengths = tokensOfDocuments.map((tokens) => tokens.filter(countsForLength).length);
  const filled = lengths.filter((length) => length > 0);
  const average = filled.reduce((sum, length) => sum + length, 0) / Math.max(1, filled.length);
  for (const [document, tokens] of tokensOfDocuments.entries()) {
    const relative = (lengths[document] ?? 0) / Math.max(1, average);
    const norm = field.weight / (1 - field.lengthPenalty + field.lengthPenalty * relative);
    for (const { term, kind } of tokens) {
      const frequencies = postings.get(term) ?? new Map<number, number>();
      postings.set(term, frequencies);
      frequencies.set(document, (frequencies.get(document) ?? 0) + norm * (kind === 'part' ? PART_FREQUENCY : 1));
    }
  }
}

function countsForLength({ kind }: { readonly kind: TokenKind }): boolean {
  return kind !== 'part' && kind !== 'bare' && kind !== 'han-single';
}

/** Writes frequencies as an index; `pages` is empty for a part that follows one which has them. */
export function encodeIndex(pages: readonly number[], postings: TermFrequencies): SearchIndex {
  const terms = [...postings.keys()].sort(byCodeUnits);
  const counts: number[] = [];
  const deltas: number[] = [];
  let impacts = '';
  for (const term of terms) {
    const ofTerm = [...(postings.get(term) ?? [])].sort(([one], [other]) => one - other);
    counts.push(ofTerm.length);
    let previous = 0;
    for (const [document, frequency] of ofTerm) {
      deltas.push(document - previous);
      previous = document;
      impacts += impactDigit(frequency);
    }
  }
  return { version: INDEX_VERSION, pages, terms: terms.join('\n'), counts, deltas, impacts };
}

/** Impact of a frequency, as the index has it. */
export function impactDigit(frequency: number): string {
  const impact = frequency / (SATURATION + frequency);
  return Math.min(IMPACT_LEVELS - 1, Math.floor(impact * IMPACT_LEVELS)).toString(16);
}

function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
