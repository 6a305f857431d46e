import { readFileSync } from 'node:fs';
import { type Glossary, parseGlossary } from '../../src/search/glossary.ts';
import type { SearchPage } from '../../src/search/search-document.ts';

interface CorpusPage {
  readonly id: string;
  readonly locale: 'en' | 'zh';
  readonly topic: string;
  readonly title: string;
  readonly sections: readonly CorpusSection[];
}

interface CorpusSection {
  readonly anchor: string;
  readonly heading: string;
  readonly markdown: string;
  readonly code: string;
}

/** The measuring corpus: 40 notes in each language. */
export function corpusPages(locale: CorpusPage['locale']): readonly SearchPage[] {
  const pages = JSON.parse(readFixture('corpus.json')) as readonly CorpusPage[];
  return pages
    .filter((page) => page.locale === locale)
    .map(({ id, topic, title, sections }) => ({
      ...{ pageId: id, path: `/${id}/`, topic, title, description: '' },
      sections: sections.map(({ anchor, heading, markdown, code }) => ({ anchor, heading, text: markdown, code, needs: code === '' ? [] : ['gpu'] })),
    }));
}

/** The glossary of the notes, as it is published. */
export function noteGlossary(): Glossary {
  return parseGlossary(readFileSync(new URL('../../notes/glossary.yaml', import.meta.url), 'utf8'));
}

/** A file of `test/fixtures/search`. */
export function readFixture(name: string): string {
  return readFileSync(new URL(`../fixtures/search/${name}`, import.meta.url), 'utf8');
}

/** A file of the hard cases of search. */
export function readCase(name: string): string {
  return readFileSync(new URL(`../cases/fixtures/f/${name}.json`, import.meta.url), 'utf8');
}
