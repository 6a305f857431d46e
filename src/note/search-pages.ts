import type { Locale } from '../i18n/locale.ts';
import type { SearchPage } from '../search/search-document.ts';
import type { Note } from './note.ts';
import { loadNotes } from './note-library.ts';
import { notePath } from './note-path.ts';

/** All notes of a language as search takes them. A translation has the code of the cells that it shows. */
export async function searchPages(locale: Locale, root = process.cwd()): Promise<readonly SearchPage[]> {
  const notes = await loadNotes(root);
  return notes.filter((note) => note.locale === locale).map((note) => {
    const twin = notes.find(({ id, locale: other }) => id === note.id && other === 'en') ?? note;
    return searchPage(note, twin);
  });
}

function searchPage({ id, locale, frontmatter, sections }: Note, twin: Note): SearchPage {
  const { topic, title, description, needs } = frontmatter;
  const codeOf = new Map(twin.cells.map((cell) => [cell.options.id, cell.source]));
  return {
    pageId: id, path: notePath(id, locale), topic, title, description, needs,
    sections: sections.map(({ heading, anchor, text, code, embeddedCells }) => ({
      heading, anchor, text,
      code: [code, ...embeddedCells.map((cell) => codeOf.get(cell) ?? '')].filter((part) => part !== '').join('\n'),
    })),
  };
}
