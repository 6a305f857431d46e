import type { Glossary } from './glossary.ts';
import { rankPages, type RankedPage, type Ranking } from './page-ranking.ts';
import { correctedQuery, nearTerms } from './query-correction.ts';
import type { SearchDocument } from './search-document.ts';
import type { SearchIndex } from './search-index.ts';
import { analyzeGlossary, parseQuery } from './search-query.ts';
import { type Snippet, snippetOf } from './snippet.ts';
import { TermIndex } from './term-index.ts';

/** What the results show of a section; `symbols` are only needed to build the index. */
export type StoredDocument = Omit<SearchDocument, 'symbols'>;

/** What a browser needs to search one language: the JSON of `search/<locale>.json`. */
export interface SearchData {
  readonly index: SearchIndex;
  /** In the order in which the index numbers them; without their texts where these come in shards. */
  readonly documents: readonly StoredDocument[];
  readonly glossary: Glossary;
  /** Where the texts and what is only in them lie, for an index that is too big for one file. */
  readonly shards?: readonly ShardPlace[];
}

/** A shard's topic, and its file, relative to that of the index. */
export interface ShardPlace {
  readonly topic: string;
  readonly file: string;
}

/** The texts of a topic's sections, and the postings of all words in them. */
export interface SearchShard {
  readonly index: SearchIndex;
  readonly texts: readonly { readonly document: number; readonly text: string; readonly code: string }[];
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
  /** Only sections of this topic. */
  readonly topic?: string | undefined;
  /** Only sections with a cell that needs this. */
  readonly needs?: string | undefined;
}

export interface SearchAnswer {
  /** Best first. Without a query, the pages that pass the filters, in the order of the index. */
  readonly pages: readonly PageResult[];
  /** How many pages there are besides those in `pages`. */
  readonly more: number;
  /** The query as it was understood, where a word of it was only found with other letters. */
  readonly correction: string | null;
  /** Words of the notes that are like those of the query, where nothing was found. */
  readonly near: readonly string[];
}

/** All that the site knows of how it searches: another engine has to do this and no more. */
export interface SearchEngine {
  /** Never throws: any text is a query. */
  search(query: string, options?: SearchOptions): SearchAnswer;
  /** @throws Error when the shard is of another version */
  add(shard: SearchShard): void;
}

/** A page below this share of the best one is left out. */
const LEAST_PAGE_SHARE = 0.05;
/** A section below this share of its page's best one is left out. */
const LEAST_SECTION_SHARE = 0.2;

/** @throws Error when the data is of another version */
export function createSearchEngine({ index, documents: given, glossary }: SearchData): SearchEngine {
  const terms = new TermIndex(index);
  const equals = analyzeGlossary(glossary);
  const documents = [...given];
  return {
    search(query, { pages = 10, sections = 3, topic, needs } = {}) {
      const isWanted = (place: number): boolean => {
        const document = documents[place];
        if (document === undefined) return false;
        return (topic === undefined || document.topic === topic) && (needs === undefined || document.needs.includes(needs));
      };
      const ranking = rankPages(parseQuery(query, equals), terms, isWanted);
      const ranked = query.trim() === '' && (topic ?? needs) !== undefined ? inOrder(terms.pages, isWanted) : ranking.pages;
      const kept = ranked.filter(({ score }) => score >= LEAST_PAGE_SHARE * (ranked[0]?.score ?? 0));
      const shown = kept.slice(0, pages).flatMap((page) => pageResult(sectionResults(page, ranking, documents, sections)));
      return {
        pages: shown,
        more: Math.max(0, kept.length - pages),
        correction: shown.length > 0 ? correctedQuery(query, ranking, documents) : null,
        near: shown.length === 0 ? nearTerms(query, terms, documents) : [],
      };
    },
    add({ index: more, texts }) {
      terms.add(more);
      for (const { document, text, code } of texts) {
        const known = documents[document];
        if (known !== undefined) documents[document] = { ...known, text, code };
      }
    },
  };
}

function inOrder(pages: readonly number[], isWanted: (document: number) => boolean): readonly RankedPage[] {
  const sections = [...pages.keys()].filter(isWanted).map((document) => ({ document, score: 1 }));
  return [...Map.groupBy(sections, ({ document }) => pages[document] ?? 0)].map(([page, [first]]) => {
    return { page, score: 1, coverage: 1, sections: first === undefined ? [] : [first] };
  });
}

/** The best section, and the next ones that have something of the query beside the title; no more snippets than are shown. */
function sectionResults(
  { sections }: RankedPage,
  { terms }: Ranking,
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
