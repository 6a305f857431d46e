import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SearchPage } from '../../src/search/search-document.ts';

/** Pages by language. A query is answered inside its own. */
export type SearchCorpus = ReadonlyMap<string, readonly SearchPage[]>;

export interface CorpusQuery {
  readonly query: string;
  readonly locale: string;
  /** Ids of the pages that are right answers. */
  readonly expected: readonly string[];
  /** What sort of query it is, for the table. */
  readonly kind: string;
}

const section = z.object({ anchor: z.string(), heading: z.string(), markdown: z.string(), code: z.string() });
const page = z.object({ id: z.string(), locale: z.string(), topic: z.string(), title: z.string(), sections: z.array(section) });
const HEADING = 'query\tlocale\texpected\tkind';

/** Reads a corpus.json: a list of pages with their sections. Throws for a file that is missing or of another form. */
export function readCorpus(file: string): SearchCorpus {
  const result = z.array(page).safeParse(JSON.parse(readText(file)));
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`, { cause: result.error });
  return new Map([...Map.groupBy(result.data, ({ locale }) => locale)].map(([locale, pages]) => [locale, pages.map(searchPage)]));
}

/** Reads a TSV of queries under the heading `query locale expected kind`; throws with the line for one that is not so. */
export function readQueries(file: string, corpus: SearchCorpus): readonly CorpusQuery[] {
  const [heading, ...lines] = readText(file).replace(/\r/gu, '').trimEnd().split('\n');
  if (heading !== HEADING) throw new Error(`${file}:1: the first line must be: ${HEADING.replaceAll('\t', ' (tab) ')}`);
  return lines.map((line, index) => {
    const [query = '', locale = '', expected = '', kind = ''] = line.split('\t');
    if (expected === '') throw new Error(`${file}:${index + 2}: a query has four fields between tabs: ${HEADING}`);
    if (!corpus.has(locale)) throw new Error(`${file}:${index + 2}: the corpus has no pages in "${locale}"`);
    return { query, locale, expected: expected.split(','), kind };
  });
}

function searchPage({ id, topic, title, sections }: z.infer<typeof page>): SearchPage {
  return {
    ...{ pageId: id, path: `/${id}/`, topic, title, description: '' },
    sections: sections.map(({ anchor, heading, markdown, code }) => ({ anchor, heading, text: markdown, code, needs: [] })),
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`${file} cannot be read: give a file that is there`, { cause });
  }
}
