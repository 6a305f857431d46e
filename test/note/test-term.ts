import { topics } from '../../src/i18n/topic-labels.ts';
import type { Term } from '../../src/note/terms.ts';

/** A term of the glossary that all notes link to, for tests. */
export function testTerm(id: string, fields: Partial<Term> = {}): Term {
  return {
    id, topic: 'cuda', en: [id], 'zh-cn': [id], means: { en: 'Something.', 'zh-cn': '某物。' }, note: 'cuda/a', linked: [...topics], line: 1, ...fields,
  };
}
