import type { Glossary } from './glossary.ts';
import { type SearchDocument, type SearchPage, sectionDocuments } from './search-document.ts';
import type { SearchData, SearchShard, StoredDocument } from './search-engine.ts';
import {
  buildIndex, encodeIndex, HEAD_FIELDS, impactDigit, pageOrdinals, type SearchIndex, type TermFrequencies, termFrequencies,
} from './search-index.ts';

/** Bytes of JSON above which the search of a language does not fit into one file. */
const MOST_BYTES = 1_000_000;

/** The files of a language below `search/`: `<locale>.json`, and for a big one `<locale>/<topic>.json` besides. */
export type SearchFiles = Readonly<Record<string, SearchData | SearchShard>>;

/** All files that a browser needs to search the pages of one language. */
export function searchFiles(locale: string, pages: readonly SearchPage[], glossary: Glossary, mostBytes = MOST_BYTES): SearchFiles {
  const whole = searchData(pages, glossary);
  if (new TextEncoder().encode(JSON.stringify(whole)).length <= mostBytes) return { [`${locale}.json`]: whole };
  const documents = pages.flatMap(sectionDocuments);
  const all = termFrequencies(documents);
  const known = termFrequencies(documents, HEAD_FIELDS);
  const shards = [...new Set(documents.map(({ topic }) => topic))].map((topic) => ({ topic, file: `${locale}/${topic}.json` }));
  const head = { index: headIndex(documents, known, all), documents: documents.map(withoutTexts), glossary, shards };
  const bodies = shards.map(({ topic, file }) => [file, searchShard(documents, topic, known, all)] as const);
  return { [`${locale}.json`]: head, ...Object.fromEntries(bodies) };
}

/** Index, section texts for the results, and glossary in one. */
export function searchData(pages: readonly SearchPage[], glossary: Glossary): SearchData {
  const documents = pages.flatMap(sectionDocuments);
  return { index: buildIndex(documents), documents: documents.map(stored), glossary };
}

function stored({ id, pageId, path, anchor, topic, title, heading, text, code, needs }: SearchDocument): StoredDocument {
  return { id, pageId, path, anchor, topic, title, heading, text, code, needs };
}

function withoutTexts(document: SearchDocument): StoredDocument {
  return { ...stored(document), text: '', code: '' };
}

/** What titles, headings and symbols say; terms are worth what they are in the whole index. */
function headIndex(documents: readonly SearchDocument[], known: TermFrequencies, all: TermFrequencies): SearchIndex {
  const pages = pageOrdinals(documents);
  const head = encodeIndex(pages, known);
  const frequency = (term: string): number => new Set([...(all.get(term)?.keys() ?? [])].map((document) => pages[document])).size;
  return { ...head, frequencies: head.terms.split('\n').map(frequency) };
}

/** The texts of a topic, and the postings by which they add to the head. */
function searchShard(documents: readonly SearchDocument[], topic: string, known: TermFrequencies, all: TermFrequencies): SearchShard {
  const added = [...all].flatMap(([term, places]) => {
    const more = [...places].filter(([document, frequency]) => {
      const before = known.get(term)?.get(document);
      return documents[document]?.topic === topic && (before === undefined || impactDigit(frequency) !== impactDigit(before));
    });
    return more.length === 0 ? [] : [[term, new Map(more)] as const];
  });
  const texts = documents.flatMap(({ topic: of, text, code }, document) => (of === topic ? [{ document, text, code }] : []));
  return { index: encodeIndex([], new Map(added)), texts };
}
