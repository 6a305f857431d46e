import { IMPACT_LEVELS, INDEX_VERSION, type SearchIndex } from './search-index.ts';
import { SortedTerms } from './sorted-terms.ts';

/** The documents of one term and how much it says about each, from 0 to 1. */
export interface Postings {
  readonly documents: readonly number[];
  readonly impacts: readonly number[];
  /** On how many pages of the whole index the term is, where a part of the index knows more than it holds; else 0. */
  readonly pageFrequency: number;
}

/** One part of an index as it is looked up. */
interface Part {
  readonly terms: SortedTerms;
  /** Where the postings of a term begin; one more entry for the end of the last. */
  readonly starts: Uint32Array;
  readonly index: SearchIndex;
}

/** A loaded index: terms by name, by prefix and by distance. Further parts can be added to it. */
export class TermIndex {
  /** Page ordinal of every document. */
  readonly pages: readonly number[];
  readonly pageCount: number;
  readonly #parts: Part[] = [];
  readonly #postings = new Map<string, Postings | null>();

  /** @throws Error when the data is not an index of this version */
  constructor(first: SearchIndex) {
    this.pages = first.pages;
    this.pageCount = (first.pages.at(-1) ?? -1) + 1;
    this.add(first);
  }

  /** Takes in the postings of a further part; its documents are numbered as in the first one. */
  add(index: SearchIndex): void {
    if (index.version !== INDEX_VERSION) {
      throw new Error(`The search index has version ${index.version}, this page reads ${INDEX_VERSION}: reload the page`);
    }
    const terms = new SortedTerms(index.terms === '' ? [] : index.terms.split('\n'));
    const starts = new Uint32Array(index.counts.length + 1);
    for (const [ordinal, count] of index.counts.entries()) starts[ordinal + 1] = (starts[ordinal] ?? 0) + count;
    this.#parts.push({ terms, starts, index });
    this.#postings.clear();
  }

  postings(term: string): Postings | null {
    const known = this.#postings.get(term);
    if (known !== undefined) return known;
    const found = this.#parts.flatMap((part) => readPostings(part, term));
    const postings = found.length > 1 ? merged(found) : (found[0] ?? null);
    this.#postings.set(term, postings);
    return postings;
  }

  /** Terms that begin with `prefix`, itself included. */
  withPrefix(prefix: string): readonly string[] {
    return this.#ofAllParts((terms) => terms.withPrefix(prefix));
  }

  /** Terms without Han characters at most `edits` insertions, deletions, substitutions and swaps of neighbours away. */
  similar(term: string, edits: number): readonly string[] {
    return this.#ofAllParts((terms) => terms.similar(term, edits));
  }

  #ofAllParts(find: (terms: SortedTerms) => readonly string[]): readonly string[] {
    const found = this.#parts.map(({ terms }) => find(terms));
    return found.length === 1 ? (found[0] ?? []) : [...new Set(found.flat())].sort();
  }
}

function readPostings({ terms, starts, index }: Part, term: string): readonly Postings[] {
  const ordinal = terms.indexOf(term);
  if (ordinal < 0) return [];
  const documents: number[] = [];
  const impacts: number[] = [];
  let document = 0;
  for (let at = starts[ordinal] ?? 0; at < (starts[ordinal + 1] ?? 0); at += 1) {
    document += index.deltas[at] ?? 0;
    documents.push(document);
    impacts.push((parseInt(index.impacts[at] ?? '0', 16) + 1) / IMPACT_LEVELS);
  }
  return [{ documents, impacts, pageFrequency: index.frequencies?.[ordinal] ?? 0 }];
}

/** A document that two parts know has the greater impact: the part with its text counts its title and heading too. */
function merged(parts: readonly Postings[]): Postings {
  const impacts = new Map<number, number>();
  for (const part of parts) {
    for (const [at, document] of part.documents.entries()) {
      impacts.set(document, Math.max(impacts.get(document) ?? 0, part.impacts[at] ?? 0));
    }
  }
  const documents = [...impacts.keys()].sort((one, other) => one - other);
  return {
    documents,
    impacts: documents.map((document) => impacts.get(document) ?? 0),
    pageFrequency: Math.max(...parts.map(({ pageFrequency }) => pageFrequency)),
  };
}
