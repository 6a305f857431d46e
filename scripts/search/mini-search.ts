import MiniSearch from 'minisearch';
import { type SearchDocument, type SearchPage, sectionDocuments } from '../../src/search/search-document.ts';
import { installedVersion } from '../bench/installed-version.ts';

/** MiniSearch as it comes, over the very section documents and fields that our own index is built from. */
export function buildMiniSearch(pages: readonly SearchPage[]): MiniSearch<SearchDocument> {
  const engine = new MiniSearch<SearchDocument>({ fields: ['title', 'heading', 'symbols', 'text'] });
  engine.addAll(pages.flatMap(sectionDocuments));
  return engine;
}

/** With the version that is installed. */
export function miniSearchName(root: string): string {
  return `MiniSearch ${installedVersion(root, 'minisearch')}, defaults`;
}
