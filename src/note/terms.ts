import { join } from 'node:path';
import { z } from 'zod';
import { topics } from '../i18n/topic-labels.ts';
import type { Glossary } from '../search/glossary.ts';
import { FileCache } from './file-cache.ts';
import { NoteError } from './note-error.ts';
import { parseYamlList } from './yaml.ts';

const names = z.array(z.string().min(1)).min(1);

const term = z.strictObject({
  /** In the anchor of its entry: `/glossary/#term-warp`. */
  id: z.string().regex(/^[a-z0-9-]+$/u, 'an id has small letters, digits and hyphens'),
  topic: z.enum(topics),
  /** The name, and other forms of it that a text may have. Case matters where a name has capitals. */
  en: names,
  'zh-cn': names,
  means: z.object({ en: z.string().min(1), 'zh-cn': z.string().min(1) }),
  /** The note that explains it, written or planned. */
  note: z.string(),
  /** Topics whose notes link to it: all, where left out; none, where it is too common a word. */
  linked: z.array(z.enum(topics)).default([...topics]),
});
/** An entry of the glossary, and where it is written. */
export type Term = z.infer<typeof term> & { readonly line: number };

/** From the root of the project. */
const TERMS_FILE = 'notes/terms.yaml';

const cache = new FileCache<readonly Term[]>();

/** The glossary in order. Throws a NoteError at an item that is wrong or whose id another one has. */
export async function loadTerms(root: string): Promise<readonly Term[]> {
  return cache.get(join(root, TERMS_FILE), (text) => {
    const terms = parseYamlList(text, TERMS_FILE, term).map(({ value, line }) => ({ ...value, line }));
    for (const [index, { id, line }] of terms.entries()) {
      const first = terms.findIndex((other) => other.id === id);
      if (first < index) {
        throw new NoteError({ file: TERMS_FILE, line, column: 1 }, `the term "${id}" is there twice`, `line ${terms[first]?.line ?? 1} has it too`);
      }
    }
    return terms;
  });
}

/** The anchor of a term on the glossary page. */
export function termAnchor({ id }: Pick<Term, 'id'>): string {
  return `term-${id}`;
}

/** Whether the notes of a topic link to a term. */
export function isLinkedIn({ linked }: Term, topic: string): boolean {
  return linked.some((each) => each === topic);
}

/** What search has to know besides the words of its own list: that the forms of a term mean the same. */
export function withTerms(known: Glossary, terms: readonly Term[]): Glossary {
  const isKnown = (term: Term): boolean => known.some(({ en, zh }) =>
    [...term.en, ...term['zh-cn']].every((form) => en.includes(form) || zh.includes(form)));
  const added = terms.filter((term) => !isKnown(term)).map(({ en, 'zh-cn': zh }) => ({ en, zh: zh.filter((form) => !en.includes(form)) }));
  return [...known, ...added.filter(({ en, zh }) => en.length + zh.length > 1)];
}
