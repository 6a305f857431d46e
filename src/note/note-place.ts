import { topics, type Topic } from '../i18n/topic-labels.ts';
import type { Note } from './note.ts';
import { parseNotePath, parsePagePath } from './note-path.ts';

/** Where a page stands among the notes of its topic. */
export interface NotePlace {
  readonly topic: Topic;
  /** From 1, in reading order; null for the topic's own page. */
  readonly position: number | null;
  /** How many notes the topic has. */
  readonly count: number;
}

/**
 * Where a page stands: `notes/cuda/bank-conflicts.mdx` is a note of a topic, `notes/cuda.mdx` its overview; null for all others.
 * @param notes the notes of all topics, of which those in English have the places
 */
export function notePlace(file: string, notes: readonly Note[]): NotePlace | null {
  const path = parseNotePath(file);
  const own = notes.find(({ id, locale }) => id === path?.id && locale === path.locale);
  const topic = own?.frontmatter.topic ?? topics.find((each) => each === parsePagePath(file)?.slug);
  if (topic === undefined) return null;
  const inTopic = notes.filter(({ locale, frontmatter }) => locale === 'en' && frontmatter.topic === topic);
  const inOrder = inTopic.toSorted((a, b) => a.frontmatter.order - b.frontmatter.order).map(({ id }) => id);
  const index = inOrder.findIndex((id) => id === own?.id);
  return { topic, position: index === -1 ? null : index + 1, count: inOrder.length };
}
