import { closest } from 'fastest-levenshtein';
import type { Locale } from '../i18n/locale.ts';
import { componentNames } from '../note/component-names.ts';
import { linkTarget, type KnownNotes } from '../note/note-link.ts';
import { noteFile } from '../note/note-path.ts';
import type { Note, Page } from '../note/note.ts';
import { problemAt, type Problem } from './problem.ts';

/** The notes that a reference may lead to. */
export interface ReferencedNotes extends KnownNotes {
  /** The note where it could be read; its faults are told elsewhere. */
  readonly find: (id: string, locale: Locale) => Note | undefined;
}

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

function linkProblems(here: Page, notes: ReferencedNotes): readonly Problem[] {
  return here.links.flatMap((link) => {
    const target = linkTarget(link.url, notes);
    if (target.kind === 'dead') return [problemAt(here.file, link, target.message, target.hint)];
    const page = target.kind === 'note' ? notes.find(target.path.id, target.path.locale) : here;
    const rest = target.kind === 'note' ? target.rest : link.url;
    // Of another page than a note, what its lists have is known to the built site alone.
    const anchor = target.kind === 'note' || rest.startsWith('#') ? anchorOf(rest) : '';
    if (!page || anchor === '' || anchor === TOP || page.anchors.includes(anchor)) return [];
    const hint = page.anchors.length === 0 ? 'link to the page alone' : `did you mean "#${closest(anchor, page.anchors)}"?`;
    return [problemAt(here.file, link, `${link.url}: ${page.file} has no heading "#${anchor}"`, hint)];
  });
}

/** Starlight's anchor for the beginning of a page. */
const TOP = '_top';

function anchorOf(rest: string): string {
  const anchor = /#(.*)$/su.exec(rest)?.[1] ?? '';
  try {
    return decodeURIComponent(anchor);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    // Badly encoded, so it is compared as it stands: no heading has it.
    return anchor;
  }
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
