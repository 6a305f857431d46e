import type { Glossary } from './glossary.ts';
import { type SearchPage, sectionDocuments } from './search-document.ts';
import type { SearchData } from './search-engine.ts';
import { buildIndex } from './search-index.ts';

/** The content of `search/<locale>.json`: index, section texts for the results, and glossary. */
export function searchData(pages: readonly SearchPage[], glossary: Glossary): SearchData {
  const documents = pages.flatMap(sectionDocuments);
  const stored = documents.map(({ id, pageId, path, anchor, topic, title, heading, text, code, needs }) => {
    return { id, pageId, path, anchor, topic, title, heading, text, code, needs };
  });
  return { index: buildIndex(documents), documents: stored, glossary };
}
