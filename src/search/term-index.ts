import SearchableMap from 'minisearch/SearchableMap';
import { IMPACT_LEVELS, INDEX_VERSION, type SearchIndex } from './search-index.ts';

/** The documents of one term and how much it says about each, from 0 to 1. */
export interface Postings {
  readonly documents: readonly number[];
  readonly impacts: readonly number[];
}

/** A loaded index: terms by name, by prefix and by distance. */
export interface TermIndex {
  /** Page ordinal of every document. */
  readonly pages: readonly number[];
  readonly pageCount: number;
  /** MiniSearch's radix tree. */
  readonly terms: SearchableMap<Postings>;
}

/** @throws Error when the data is not an index of this version */
export function loadTermIndex(index: SearchIndex): TermIndex {
  if (index.version !== INDEX_VERSION) {
    throw new Error(`The search index has version ${String(index.version)}, this page reads ${INDEX_VERSION}: reload the page`);
  }
  const terms = new SearchableMap<Postings>();
  const names = index.terms === '' ? [] : index.terms.split('\n');
  let at = 0;
  for (const [ordinal, name] of names.entries()) {
    const end = at + (index.counts[ordinal] ?? 0);
    terms.set(name, readPostings(index, at, end));
    at = end;
  }
  return { pages: index.pages, pageCount: Math.max(-1, ...index.pages) + 1, terms };
}

function readPostings(index: SearchIndex, from: number, end: number): Postings {
  const documents: number[] = [];
  const impacts: number[] = [];
  let document = 0;
  for (let at = from; at < end; at += 1) {
    document += index.deltas[at] ?? 0;
    documents.push(document);
    impacts.push((parseInt(index.impacts[at] ?? '0', 16) + 1) / IMPACT_LEVELS);
  }
  return { documents, impacts };
}
