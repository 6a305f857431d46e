import type { Locale } from '../i18n/locale.ts';
import type { SearchPage, SearchPageSection } from '../search/search-document.ts';
import { listSections } from './list-sections.ts';
import type { MetricReference, Note, NoteSection, SitePage } from './note.ts';
import { loadNotes, loadPages } from './note-library.ts';
import { notePath } from './note-path.ts';

/** What a recorded number reads as on the page. */
export type MetricText = (reference: MetricReference) => Promise<string>;

/** The topic of the pages that are no notes, in search results. */
const REFERENCE = 'reference';
const HOME = 'index';

/**
 * All notes of a language as search takes them, and the other pages but the home page. A translation has the code of the
 * cells that it shows.
 * @param metricText reads the recordings, of which a note knows nothing
 */
export async function searchPages(locale: Locale, metricText: MetricText, root = process.cwd()): Promise<readonly SearchPage[]> {
  const notes = await loadNotes(root);
  const pages = (await loadPages(root)).filter(({ slug, locale: other }) => other === locale && slug !== HOME);
  const ofNotes = await Promise.all(notes.filter((note) => note.locale === locale).map((note) => {
    const twin = notes.find(({ id, locale: other }) => id === note.id && other === 'en') ?? note;
    return searchPage(note, twin, metricText);
  }));
  const ofPages = await Promise.all(pages.map((page) => searchSitePage(page, metricText, root)));
  return [...ofNotes, ...ofPages.flat()];
}

/** A page, and each entry of its lists as one more: what a query asks for must be in the entry, not somewhere in the list. */
async function searchSitePage(page: SitePage, metricText: MetricText, root: string): Promise<readonly SearchPage[]> {
  const { slug, locale, title, description, sections } = page;
  const entries = await listSections(root, slug, locale);
  const own = await Promise.all(sections
    .filter(({ anchor }) => !entries.some((entry) => entry.anchor === anchor))
    .map((section) => searchSection(section, null, metricText)));
  const common = { path: notePath(slug, locale), topic: REFERENCE, title };
  return [
    { ...common, pageId: slug, description, sections: own },
    ...entries.map((entry) => ({ ...common, pageId: `${slug}#${entry.anchor}`, description: '', sections: [entry] })),
  ];
}

async function searchPage({ id, locale, frontmatter, sections }: Note, twin: Note, metricText: MetricText): Promise<SearchPage> {
  const { topic, title, description } = frontmatter;
  return {
    pageId: id, path: notePath(id, locale), topic, title, description,
    sections: await Promise.all(sections.map((section) => searchSection(section, twin, metricText))),
  };
}

async function searchSection(
  { heading, anchor, text, code, ownCells, embeddedCells }: NoteSection,
  twin: Note | null,
  metricText: MetricText,
): Promise<SearchPageSection> {
  const parts = await Promise.all(text.map(async (part) => (typeof part === 'string' ? part : await metricText(part))));
  const cells = [...ownCells, ...embeddedCells].flatMap((id) => twin?.cells.filter(({ options }) => options.id === id) ?? []);
  const embedded = cells.filter(({ options }) => embeddedCells.includes(options.id)).map(({ source }) => source);
  return {
    heading, anchor,
    text: parts.join(''),
    code: [code, ...embedded].filter((part) => part !== '').join('\n'),
    needs: [...new Set(cells.flatMap(({ options }) => options.needs ?? twin?.frontmatter.needs ?? []))],
  };
}
