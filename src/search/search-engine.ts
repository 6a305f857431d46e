import type { Glossary } from './glossary.ts';
import { rankPages, type RankedPage } from './page-ranking.ts';
import type { SearchDocument } from './search-document.ts';
import type { SearchIndex } from './search-index.ts';
import { analyzeGlossary, parseQuery } from './search-query.ts';
import { type Snippet, snippetOf } from './snippet.ts';
import { loadTermIndex } from './term-index.ts';

/** What the results show of a section; `symbols` are only needed to build the index. */
export type StoredDocument = Omit<SearchDocument, 'symbols'>;

/** All that a browser needs to search one language: the JSON of `search/<locale>.json`. */
export interface SearchData {
  readonly index: SearchIndex;
  /** In the order in which the index numbers them. */
  readonly documents: readonly StoredDocument[];
  readonly glossary: Glossary;
}

export interface SectionResult {
  readonly document: StoredDocument;
  readonly snippet: Snippet;
}

export interface PageResult {
  readonly pageId: string;
  readonly path: string;
  readonly topic: string;
  readonly title: Snippet['text'];
  /** Best first, at least one. */
  readonly sections: readonly SectionResult[];
}

export interface SearchOptions {
  /** Most pages to answer; 10 unless told. */
  readonly pages?: number;
  /** Most sections a page; 3 unless told. */
  readonly sections?: number;
}

export interface SearchEngine {
  /** Pages that answer the query, best first. Never throws: any text is a query. */
  search(query: string, options?: SearchOptions): readonly PageResult[];
}

/** A page below this share of the best one is left out. */
const LEAST_PAGE_SHARE = 0.05;
/** A section below this share of its page's best one is left out. */
const LEAST_SECTION_SHARE = 0.2;

/** @throws Error when the data is of another version */
export function createSearchEngine({ index, documents, glossary }: SearchData): SearchEngine {
  const terms = loadTermIndex(index);
  const equals = analyzeGlossary(glossary);
  return {
    search(query, { pages = 10, sections = 3 } = {}) {
      const ranking = rankPages(parseQuery(query, equals), terms);
      const leastPage = LEAST_PAGE_SHARE * (ranking.pages[0]?.score ?? 0);
      const kept = ranking.pages.filter(({ score }) => score >= leastPage).slice(0, pages);
      return kept.flatMap((page) => pageResult(sectionResults(page, ranking.terms, documents, sections)));
    },
  };
}

/** The best section, and the next ones that have something of the query beside the title; no more snippets than are shown. */
function sectionResults(
  { sections }: RankedPage,
  terms: ReadonlyMap<string, number>,
  documents: readonly StoredDocument[],
  most: number,
): readonly SectionResult[] {
  const least = LEAST_SECTION_SHARE * (sections[0]?.score ?? 0);
  const results: SectionResult[] = [];
  for (const { document: place, score } of sections) {
    const document = documents[place];
    if (results.length === most || score < least) break;
    if (document === undefined) continue;
    const snippet = snippetOf(document, terms);
    if (results.length === 0 || hasMark(snippet)) results.push({ document, snippet });
  }
  return results;
}

function hasMark({ heading, text, code }: Snippet): boolean {
  return [...heading, ...text, ...code].some(({ mark }) => mark);
}

function pageResult(sections: readonly SectionResult[]): readonly PageResult[] {
  const [first] = sections;
  if (first === undefined) return [];
  const { pageId, path, topic } = first.document;
  return [{ pageId, path, topic, title: first.snippet.title, sections }];
}
