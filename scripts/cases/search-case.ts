import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { parseGlossary } from '../../src/search/glossary.ts';
import { searchData } from '../../src/search/search-data.ts';
import { createSearchEngine } from '../../src/search/search-engine.ts';
import type { HardCase } from './case-file.ts';
import { NotCheckable, unknownKeys, verdictOf, type Verdict } from './verdict.ts';

export const queryTable = z.array(z.object({ q: z.string(), finds: z.array(z.string()), note: z.string().optional() })).min(1);
const corpus = z.array(z.object({ id: z.string(), title: z.string(), text: z.string() }));

/** Asks each query of a table of the page's own engine, over the corpus of the case and with the glossary of the site. */
export async function checkQueries({ assert, folder, files }: HardCase, table: z.infer<typeof queryTable>, root: string): Promise<Verdict> {
  const file = files.find((path) => basename(path) === 'corpus.json');
  if (file === undefined) throw new NotCheckable('the case has queries and no corpus.json to ask');
  const documents = corpus.parse(JSON.parse(await readFile(join(folder, file), 'utf8')));
  const glossary = parseGlossary(await readFile(join(root, 'notes/glossary.yaml'), 'utf8'));
  const pages = documents.map(({ id, title, text }) => ({
    pageId: id, path: `/${id}/`, topic: '', title, description: '', sections: [{ anchor: '', heading: '', text, code: '', needs: [] }],
  }));
  const engine = createSearchEngine(searchData(pages, glossary));
  const failures = table.flatMap(({ q, finds }) => {
    const found = engine.search(q).pages.map(({ pageId }) => pageId);
    const lacks = finds.filter((id) => !found.includes(id));
    return lacks.length === 0 ? [] : [`${JSON.stringify(q)} does not find ${lacks.join(', ')}`];
  });
  return verdictOf(failures, unknownKeys(assert, ['table', 'must_not_throw']));
}
