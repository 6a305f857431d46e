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
  readonly postings: (term: string) => Postings | undefined;
  /** Terms that begin with `prefix`, itself included. */
  readonly withPrefix: (prefix: string) => Iterable<string>;
  /** Terms without Han characters at most `edits` insertions, deletions and substitutions away. */
  readonly similar: (term: string, edits: number) => Iterable<string>;
}

/** Where a term's postings lie in the index. */
interface Extent {
  readonly from: number;
  readonly end: number;
}

const HAN = /^\p{Script=Han}/u;

/** @throws Error when the data is not an index of this version */
export function loadTermIndex(index: SearchIndex): TermIndex {
  if (index.version !== INDEX_VERSION) {
    throw new Error(`The search index has version ${index.version}, this page reads ${INDEX_VERSION}: reload the page`);
  }
  const extents = termExtents(index);
  let tree: SearchableMap<true> | undefined;
  const wordTree = (): SearchableMap<true> => (tree ??= treeOf(extents.keys()));
  const hanTerms = (prefix: string): readonly string[] => [...extents.keys()].filter((term) => term.startsWith(prefix));
  return {
    pages: index.pages,
    pageCount: Math.max(-1, ...index.pages) + 1,
    postings: (term) => readPostings(index, extents.get(term)),
    withPrefix: (prefix) => (HAN.test(prefix) ? hanTerms(prefix) : wordTree().atPrefix(prefix).keys()),
    similar: (term, edits) => wordTree().fuzzyGet(term, edits).keys(),
  };
}

function termExtents({ terms, counts }: SearchIndex): ReadonlyMap<string, Extent> {
  const extents = new Map<string, Extent>();
  let from = 0;
  for (const [ordinal, term] of (terms === '' ? [] : terms.split('\n')).entries()) {
    const end = from + (counts[ordinal] ?? 0);
    extents.set(term, { from, end });
    from = end;
  }
  return extents;
}

/** MiniSearch's radix tree. Bigrams stay out: they are most of a Chinese index, and nobody asks for similar ones. */
function treeOf(terms: Iterable<string>): SearchableMap<true> {
  const tree = new SearchableMap<true>();
  for (const term of terms) {
    if (!HAN.test(term)) tree.set(term, true);
  }
  return tree;
}

function readPostings(index: SearchIndex, extent: Extent | undefined): Postings | undefined {
  if (extent === undefined) return undefined;
  const documents: number[] = [];
  const impacts: number[] = [];
  let document = 0;
  for (let at = extent.from; at < extent.end; at += 1) {
    document += index.deltas[at] ?? 0;
    documents.push(document);
    impacts.push((parseInt(index.impacts[at] ?? '0', 16) + 1) / IMPACT_LEVELS);
  }
  return { documents, impacts };
}
