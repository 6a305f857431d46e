import { topics } from '../i18n/topic-labels.ts';
import type { Locale } from '../i18n/locale.ts';
import { loadNotes } from '../note/note-library.ts';
import type { Note } from '../note/note.ts';

/** All notes of a language as the sidebar has them: topic by topic, each in its reading order. */
export async function notesInOrder(root: string, locale: Locale): Promise<readonly Note[]> {
  const place = ({ frontmatter: { topic, order } }: Note): number => topics.indexOf(topic) * 10_000 + order;
  return (await loadNotes(root)).filter((note) => note.locale === locale).toSorted((a, b) => place(a) - place(b));
}
