import { closest } from 'fastest-levenshtein';
import { linkTarget } from '../note/note-link.ts';
import { notePath, parseNotePath } from '../note/note-path.ts';
import type { NoteLink, Page } from '../note/note.ts';
import { decodedAddress } from './notebook-path.ts';
import { problemAt, type Problem } from './problem.ts';
import type { ReferencedNotes } from './referenced-notes.ts';

/** Links of a page that lead to no page, no file or no heading of the site. Other sites are not asked. */
export function linkProblems(here: Page, notes: ReferencedNotes): readonly Problem[] {
  return here.links.flatMap((link) => linkProblem(here, link, notes));
}

function linkProblem(here: Page, link: NoteLink, notes: ReferencedNotes): readonly Problem[] {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu.test(link.url)) return [];
  const problem = (message: string, hint: string): readonly Problem[] => [problemAt(here.file, link, message, hint)];
  if (link.url.startsWith('#')) return anchorProblem(here, link, here, link.url);
  const url = fromRoot(link.url, here.file);
  if (/\.mdx?(?:[#?]|$)/u.test(url)) {
    const path = parseNotePath(`notes${url.replace(/[#?].*$/u, '').replace(/\.md$/u, '.mdx')}`);
    return problem(`${link.url} is a file, not the address of a page`, `write ${path ? notePath(path.id, path.locale) : '/topic/slug/'}`);
  }
  const target = linkTarget(url, notes);
  if (target.kind === 'dead') return problem(target.message, target.hint);
  if (target.kind === 'elsewhere') {
    if (notes.isAddress(decodedAddress(url.replace(/[#?].*$/u, '')))) return [];
    return problem(`${link.url} is no page and no file of the site`, 'link to /topic/slug/ of a note, to a page of notes/ or to a file of public/');
  }
  // Of another page than a note, what its lists have is known to the built site alone.
  const page = target.kind === 'note' ? notes.find(target.path.id, target.path.locale) : undefined;
  return page && target.kind === 'note' ? anchorProblem(here, link, page, target.rest) : [];
}

function anchorProblem(here: Page, link: NoteLink, page: Page, rest: string): readonly Problem[] {
  const anchor = decodedAddress(/#(.*)$/su.exec(rest)?.[1] ?? '');
  if (anchor === '' || anchor === TOP || page.anchors.includes(anchor)) return [];
  const hint = page.anchors.length === 0 ? 'link to the page alone' : `did you mean "#${closest(anchor, page.anchors)}"?`;
  return [problemAt(here.file, link, `${link.url}: ${page.file} has no heading "#${anchor}"`, hint)];
}

/** Starlight's anchor for the beginning of a page. */
const TOP = '_top';

/** The address that a browser makes of a link on the page of a file. */
function fromRoot(url: string, file: string): string {
  if (url.startsWith('/')) return url;
  const { pathname, search, hash } = new URL(url, `https://site.example${pageAddress(file)}`);
  return decodedAddress(pathname) + search + hash;
}

/** The address of the page that a file in notes/ is, without the base path. */
export function pageAddress(file: string): string {
  return `/${file.replace(/^notes\//u, '').replace(/\.mdx$/u, '')}/`.replace(/\/index\/$/u, '/');
}
