import { referenceLabel, topicLabels, topics } from '../i18n/topic-labels.ts';
import type { Bilingual, Locale } from '../i18n/locale.ts';
import { notebooksLabel } from '../i18n/notebook-labels.ts';
import type { Note } from '../note/note.ts';

interface Label {
  readonly label: string;
  readonly translations: Readonly<Record<string, string>>;
}

/** A page under another name than its title. */
export interface SidebarPage extends Label {
  readonly slug: string;
}

/** A page that is made by `src/pages`. */
export interface SidebarLink extends Label {
  readonly link: string;
}

/** Items are notes and pages by their slug, under their own titles where nothing else is said. */
export interface SidebarGroup extends Label {
  readonly items: readonly (string | SidebarPage | SidebarLink)[];
  readonly collapsed?: boolean;
}

/** A notebook of anyone's that is a page, in one language. */
export interface SidebarNotebook {
  readonly slug: string;
  readonly locale: Locale;
  readonly title: string;
}

/** Pages that are no notes, above and below the topics. */
const STARTING = ['paths'];
const REFERENCE = ['figures', 'errata', 'glossary', 'coverage', 'serving-many-readers'];

/**
 * Starlight's sidebar: where to start, a group a topic with its overview and its notes in reading order, the notebooks where there are any,
 * what one looks up.
 */
export function sidebarGroups(notes: readonly Note[], notebooks: readonly SidebarNotebook[] = []): readonly SidebarGroup[] {
  return [
    { ...labelOf({ en: 'Start here', 'zh-cn': '从这里开始' }), items: STARTING },
    ...topics.map((topic) => {
      const inTopic = notes.filter(({ locale, frontmatter }) => locale === 'en' && frontmatter.topic === topic);
      const inOrder = inTopic.toSorted((a, b) => a.frontmatter.order - b.frontmatter.order).map(({ id }) => id);
      return { ...labelOf(topicLabels[topic]), items: [{ ...labelOf({ en: 'Overview', 'zh-cn': '概览' }), slug: topic }, ...inOrder] };
    }),
    ...notebookGroup(notebooks),
    { ...labelOf(referenceLabel), items: [...REFERENCE, OFFLINE] },
  ];
}

function notebookGroup(notebooks: readonly SidebarNotebook[]): readonly SidebarGroup[] {
  const slugs = [...new Set(notebooks.map(({ slug }) => slug))].toSorted();
  const pages = slugs.map((slug): SidebarLink => {
    const titleIn = (locale: Locale): string | undefined => notebooks.find((each) => each.slug === slug && each.locale === locale)?.title;
    const [en = slug, chinese = slug] = [titleIn('en') ?? titleIn('zh-cn'), titleIn('zh-cn') ?? titleIn('en')];
    return { ...labelOf({ en, 'zh-cn': chinese }), link: `/notebooks/${slug}/` };
  });
  const all: SidebarLink = { ...labelOf({ en: 'Overview', 'zh-cn': '概览' }), link: '/notebooks/' };
  return pages.length === 0 ? [] : [{ ...labelOf(notebooksLabel), items: [all, ...pages], collapsed: pages.length > 12 }];
}

const OFFLINE: SidebarLink = { ...labelOf({ en: 'Offline', 'zh-cn': '离线使用' }), link: '/offline/' };

function labelOf({ en, 'zh-cn': chinese }: Bilingual): Label {
  return { label: en, translations: { 'zh-CN': chinese } };
}
