import { closest } from 'fastest-levenshtein';
import { componentNames } from '../note/component-names.ts';
import { noteFile } from '../note/note-path.ts';
import type { Note, Page } from '../note/note.ts';
import { linkProblems } from './link-check.ts';
import { problemAt, type Problem } from './problem.ts';
import type { ReferencedNotes } from './referenced-notes.ts';

/** What a page names that is not there: notes, headings, cells, components. */
export function referenceProblems(page: Page, notes: ReferencedNotes): readonly Problem[] {
  return [...linkProblems(page, notes), ...embedProblems(page, notes), ...componentProblems(page)];
}

/** Notes that a note's frontmatter names and that are neither there nor planned. */
export function fieldProblems({ file, references }: Note, { isWritten, isPlanned }: ReferencedNotes): readonly Problem[] {
  return references.flatMap((reference) => {
    const { field, id } = reference;
    if (isWritten({ id, locale: 'en' }) || isWritten({ id, locale: 'zh-cn' }) || isPlanned(id)) return [];
    return [problemAt(file, reference, `${field} names ${id}, which is no note`, 'name a note in notes/ or in notes/planned.yaml')];
  });
}

/** Cells that a note shows and no English note has; a page without them cannot be built. */
function embedProblems({ file, embeds }: Page, { isWritten, find }: ReferencedNotes): readonly Problem[] {
  return embeds.flatMap((embed) => {
    const { note, id } = embed;
    if (note === '' || id === '') return [problemAt(file, embed, '<Cell> names no cell', 'write id="…", outside a note also note="topic/slug"')];
    if (!isWritten({ id: note, locale: 'en' })) {
      return [problemAt(file, embed, `there is no note "${note}" in English`, `its file would be ${noteFile(note, 'en')}`)];
    }
    const ids = find(note, 'en')?.cells.map(({ options }) => options.id);
    if (!ids || ids.includes(id)) return [];
    return [problemAt(file, embed, `${note} has no cell "${id}"`, `it has ${ids.join(', ') || 'none'}`)];
  });
}

function componentProblems({ file, components }: Page): readonly Problem[] {
  return components.flatMap((use) => {
    if (componentNames.some((name) => name === use.name)) return [];
    const hint = `did you mean <${closest(use.name, [...componentNames])}>? Other components need an import in the note`;
    return [problemAt(file, use, `<${use.name}> is no component of the site`, hint)];
  });
}
