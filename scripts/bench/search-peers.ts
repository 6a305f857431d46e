import { createRequire } from 'node:module';
import MiniSearch from 'minisearch';
import { z } from 'zod';
import { type SearchDocument, type SearchPage, sectionDocuments } from '../../src/search/search-document.ts';

const { version } = z.object({ version: z.string() }).parse(createRequire(import.meta.url)('minisearch/package.json'));

export const MINISEARCH_NAME = `MiniSearch ${version}, defaults`;

/** MiniSearch as it comes, over the very section documents and fields that our own index is built from. */
export function buildMiniSearch(pages: readonly SearchPage[]): MiniSearch<SearchDocument> {
  const engine = new MiniSearch<SearchDocument>({ fields: ['title', 'heading', 'symbols', 'text'] });
  engine.addAll(pages.flatMap(sectionDocuments));
  return engine;
}
