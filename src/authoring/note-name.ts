import { topics, type Topic } from '../i18n/topic-labels.ts';

/** Where a new note is to stand. */
export interface NoteName {
  readonly topic: Topic;
  readonly slug: string;
  readonly id: string;
}

/** Reads `topic/slug`. Throws an Error that says which part is wrong and what it can be. */
export function parseNoteName(text: string): NoteName {
  const [, topicText = '', slug = ''] = /^([^/]*)\/([^/]*)$/u.exec(text) ?? [];
  if (slug === '') throw new Error(`${JSON.stringify(text)} names no note: write TOPIC/SLUG, such as cuda/warp-votes`);
  const topic = topics.find((each) => each === topicText);
  if (topic === undefined) throw new Error(`there is no topic ${JSON.stringify(topicText)}: write one of ${topics.join(', ')}`);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(slug)) {
    throw new Error(`${JSON.stringify(slug)} is no slug: write lower-case letters and digits joined by "-", such as warp-votes`);
  }
  return { topic, slug, id: `${topic}/${slug}` };
}
