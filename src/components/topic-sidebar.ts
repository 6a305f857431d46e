import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import { topics, type Topic } from '../i18n/topic-labels.ts';

export type Sidebar = StarlightRouteData['sidebar'];
type SidebarEntry = Sidebar[number];
type SidebarGroup = Extract<SidebarEntry, { readonly type: 'group' }>;

/**
 * The sidebar of a page, from the one of the whole site (`markdown/sidebar.ts`): of the page's own topic all notes, with the page's
 * place among them, of each other topic a link to its overview with the number of its notes. So no page grows with the site.
 * @param own the topic of the page; null where it has none
 * @param position the page's place among the notes of its topic, from 1; null where it is no note
 */
export function topicSidebar(sidebar: Sidebar, own: Topic | null, position: number | null): Sidebar {
  return sidebar.map((entry) => {
    const topic = topicOf(entry);
    if (entry.type !== 'group' || topic === null) return entry;
    const [overview, ...notes] = entry.entries;
    if (topic === own) return { ...entry, badge: count(position === null ? `${notes.length}` : `${position} / ${notes.length}`) };
    if (overview?.type !== 'link') return entry;
    return { ...overview, label: entry.label, badge: notes.length === 0 ? undefined : count(`${notes.length}`) };
  });
}

/** A topic's group begins with the topic's own page. */
function topicOf(entry: SidebarEntry): Topic | null {
  const first = entry.type === 'group' ? entry.entries[0] : undefined;
  return topics.find((topic) => first?.type === 'link' && first.href.endsWith(`/${topic}/`)) ?? null;
}

function count(text: string): NonNullable<SidebarGroup['badge']> {
  return { text, variant: 'default', class: 'sidebar-count' };
}
