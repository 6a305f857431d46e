import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Glossary, parseGlossary } from '../../src/search/glossary.ts';
import { type CorpusQuery, readCorpus, readQueries, type SearchCorpus } from '../search/corpus-file.ts';
import { EnginePage } from '../search/engine-page.ts';
import { fetchPagefind, type PagefindProgram } from '../search/pagefind-site.ts';
import { type BenchContext, BenchUnavailable } from './bench.ts';

const FOLDER = 'test/fixtures/search';

export interface SearchSetup {
  /** 40 notes in each language. */
  readonly corpus: SearchCorpus;
  /** 80 of them. */
  readonly queries: readonly CorpusQuery[];
  /** The one of the notes, as it is published. */
  readonly glossary: Glossary;
}

/** The measuring corpus of search. Throws where a file is missing or malformed. */
export function searchSetup(root: string): SearchSetup {
  const corpus = readCorpus(join(root, FOLDER, 'corpus.json'));
  const queries = readQueries(join(root, FOLDER, 'queries-dev.tsv'), corpus);
  return { corpus, queries, glossary: parseGlossary(readFileSync(join(root, 'notes/glossary.yaml'), 'utf8')) };
}

/** Pagefind's program, or why there is none. */
export type Pagefind = { readonly kind: 'there'; readonly program: PagefindProgram } | { readonly kind: 'unavailable'; readonly why: string };

export async function findPagefind(context: BenchContext): Promise<Pagefind> {
  try {
    return { kind: 'there', program: await fetchPagefind(context) };
  } catch (error) {
    if (error instanceof BenchUnavailable) return { kind: 'unavailable', why: error.message };
    throw error;
  }
}

/** Opens a page with the engines over a corpus, and closes it after the visit. */
export async function withEnginePage<T>(setup: SearchSetup, pagefind: Pagefind, visit: (page: EnginePage) => Promise<T>): Promise<T> {
  const program = pagefind.kind === 'there' ? pagefind.program : null;
  const page = await EnginePage.open({ corpus: setup.corpus, glossary: setup.glossary, pagefind: program });
  try {
    return await visit(page);
  } finally {
    await page.close();
  }
}
