import { topicLabels, topics } from '../i18n/topic-labels.ts';
import type { Note } from '../note/note.ts';

export interface SidebarGroup {
  readonly label: string;
  readonly translations: Readonly<Record<string, string>>;
  readonly items: readonly string[];
}

/** Starlight's sidebar: a group a topic that has notes, the notes in reading order. */
export function sidebarGroups(notes: readonly Note[]): readonly SidebarGroup[] {
  return topics.flatMap((topic) => {
    const inTopic = notes.filter(({ locale, frontmatter }) => locale === 'en' && frontmatter.topic === topic);
    if (inTopic.length === 0) return [];
    const items = inTopic.toSorted((a, b) => a.frontmatter.order - b.frontmatter.order).map(({ id }) => id);
    return [{ label: topicLabels[topic].en, translations: { 'zh-CN': topicLabels[topic]['zh-cn'] }, items }];
  });
}
