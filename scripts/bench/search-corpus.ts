import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Glossary, parseGlossary } from '../../src/search/glossary.ts';
import type { SearchPage } from '../../src/search/search-document.ts';

/** The two halves of the corpus. A query is answered inside its own. */
export const CORPUS_LOCALES = ['en', 'zh'] as const;
export type CorpusLocale = (typeof CORPUS_LOCALES)[number];

export interface CorpusQuery {
  readonly query: string;
  readonly locale: CorpusLocale;
}

export interface SearchCorpus {
  readonly pages: Readonly<Record<CorpusLocale, readonly SearchPage[]>>;
  readonly queries: readonly CorpusQuery[];
  /** The one of the notes, as it is published. */
  readonly glossary: Glossary;
}

const FOLDER = 'test/fixtures/search';

const locale = z.enum(CORPUS_LOCALES);
const section = z.object({ anchor: z.string(), heading: z.string(), markdown: z.string(), code: z.string() });
const page = z.object({ id: z.string(), locale, topic: z.string(), title: z.string(), sections: z.array(section) });

/** The measuring corpus of search: 40 notes in each language, 80 queries. Throws where a file is missing or malformed. */
export function loadSearchCorpus(root: string): SearchCorpus {
  const read = (name: string): string => readFileSync(join(root, name), 'utf8');
  const pages = z.array(page).parse(JSON.parse(read(`${FOLDER}/corpus.json`)));
  const of = (wanted: CorpusLocale) => pages.filter((candidate) => candidate.locale === wanted).map(searchPage);
  const lines = read(`${FOLDER}/queries-dev.tsv`).trim().split('\n').slice(1);
  return {
    pages: { en: of('en'), zh: of('zh') },
    queries: lines.map((line) => {
      const [query = '', queryLocale] = line.split('\t');
      return { query, locale: locale.parse(queryLocale) };
    }),
    glossary: parseGlossary(read('notes/glossary.yaml')),
  };
}

function searchPage({ id, topic, title, sections }: z.infer<typeof page>): SearchPage {
  return {
    ...{ pageId: id, path: `/${id}/`, topic, title, description: '', needs: 'gpu' },
    sections: sections.map(({ anchor, heading, markdown, code }) => ({ anchor, heading, text: markdown, code })),
  };
}
