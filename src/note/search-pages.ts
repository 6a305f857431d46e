import type { Locale } from '../i18n/locale.ts';
import type { SearchPage, SearchPageSection } from '../search/search-document.ts';
import type { MetricReference, Note, NoteSection } from './note.ts';
import { loadNotes } from './note-library.ts';
import { notePath } from './note-path.ts';

/** What a recorded number reads as on the page. */
export type MetricText = (reference: MetricReference) => Promise<string>;

/**
 * All notes of a language as search takes them. A translation has the code of the cells that it shows.
 * @param metricText reads the recordings, of which a note knows nothing
 */
export async function searchPages(locale: Locale, metricText: MetricText, root = process.cwd()): Promise<readonly SearchPage[]> {
  const notes = await loadNotes(root);
  return Promise.all(notes.filter((note) => note.locale === locale).map((note) => {
    const twin = notes.find(({ id, locale: other }) => id === note.id && other === 'en') ?? note;
    return searchPage(note, twin, metricText);
  }));
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
  twin: Note,
  metricText: MetricText,
): Promise<SearchPageSection> {
  const parts = await Promise.all(text.map(async (part) => (typeof part === 'string' ? part : await metricText(part))));
  const cells = [...ownCells, ...embeddedCells].flatMap((id) => twin.cells.filter(({ options }) => options.id === id));
  const embedded = cells.filter(({ options }) => embeddedCells.includes(options.id)).map(({ source }) => source);
  return {
    heading, anchor,
    text: parts.join(''),
    code: [code, ...embedded].filter((part) => part !== '').join('\n'),
    needs: [...new Set(cells.map(({ options }) => options.needs ?? twin.frontmatter.needs))],
  };
}
