import type { PageResult, SectionResult } from '../search/search-engine.ts';
import { element, marked } from './site-search-elements.ts';
import type { SearchLabels } from './site-search-labels.ts';

export interface ResultOptions {
  readonly labels: SearchLabels;
  /** The site's base path, without a slash at its end. */
  readonly base: string;
  /** Keeps the ids of two lists on one page apart. */
  readonly prefix: string;
}

/** One group a page, one option a section. */
export function resultGroups(pages: readonly PageResult[], { labels, base, prefix }: ResultOptions): readonly HTMLElement[] {
  let count = 0;
  return pages.map((page, ordinal) => {
    const titleId = `${prefix}-page-${ordinal}`;
    const topic = element('span', 'search-topic', {}, [labels.topics[page.topic] ?? page.topic]);
    const title = element('span', 'search-title', { id: titleId }, marked(page.title));
    const options = page.sections.map((section) => {
      const attributes = { href: hrefOf(section, base), id: `${prefix}-option-${count++}` };
      return sectionOption(section, labels, attributes);
    });
    const header = element('div', 'search-page', { role: 'presentation' }, [title, topic]);
    return element('div', 'search-group', { role: 'group', 'aria-labelledby': titleId }, [header, ...options]);
  });
}

function sectionOption(section: SectionResult, labels: SearchLabels, own: Readonly<Record<string, string>>): HTMLElement {
  const { heading, text, code } = section.snippet;
  return element('a', 'search-option', { ...own, role: 'option', 'aria-selected': 'false', tabindex: '-1' }, [
    element('span', 'search-heading', {}, heading.length > 0 ? marked(heading) : [labels.start]),
    ...(text.length > 0 ? [element('span', 'search-text', {}, marked(text))] : []),
    ...(code.length > 0 ? [element('code', 'search-code', {}, marked(code))] : []),
  ]);
}

const MOST_WORDS = 8;

/** The section's address, and the words that the page is to mark. */
function hrefOf({ document: { path, anchor }, snippet }: SectionResult, base: string): string {
  const marks = [snippet.heading, snippet.text, snippet.code, snippet.title].flat().filter(({ mark }) => mark);
  const words = [...new Set(marks.map(({ text }) => text.toLowerCase()))].slice(0, MOST_WORDS).join(' ');
  const search = words === '' ? '' : `?${new URLSearchParams({ find: words }).toString()}`;
  return `${base}${path}${search}${anchor === '' ? '' : `#${encodeURIComponent(anchor)}`}`;
}
