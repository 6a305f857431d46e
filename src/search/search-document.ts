import { analyze } from './analyzer.ts';

/** What a page offers to search: the input of `sectionDocuments`. */
export interface SearchPage {
  /** Note id, for example `cuda/bank-conflicts`. */
  readonly pageId: string;
  /** Path below the site's base, with both slashes, for example `/zh-cn/cuda/bank-conflicts/`. */
  readonly path: string;
  readonly topic: string;
  readonly title: string;
  readonly description: string;
  readonly sections: readonly SearchPageSection[];
}

export interface SearchPageSection {
  /** Empty for what stands before the first heading. */
  readonly heading: string;
  readonly anchor: string;
  /** Prose without markup, inline code still between backticks. */
  readonly text: string;
  /** All code blocks of the section, one after the other. */
  readonly code: string;
  /** What the cells of the section need to run; empty where there are none. */
  readonly needs: readonly string[];
}

/** One section of a page: the unit that is indexed and found. */
export interface SearchDocument {
  readonly id: string;
  readonly pageId: string;
  readonly path: string;
  readonly anchor: string;
  readonly topic: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  readonly code: string;
  /** Inline code, and the identifiers of code blocks, separated by spaces. */
  readonly symbols: string;
  readonly needs: readonly string[];
}

const CODE_SPAN = /(`+)(.+?)\1(?!`)/gs;

/** Cuts a page into its section documents, in page order. The description belongs to the first. */
export function sectionDocuments(page: SearchPage): readonly SearchDocument[] {
  const { pageId, path, topic, title } = page;
  const [first, ...rest] = page.sections;
  const lead = first?.heading === '' ? first : { heading: '', anchor: '', text: '', code: '', needs: [] };
  const opening = { ...lead, text: [page.description, lead.text].filter((part) => part !== '').join('\n') };
  const sections = [opening, ...(lead === first || first === undefined ? rest : [first, ...rest])];
  return sections
    .filter((section, index) => index > 0 || section.text !== '' || section.code !== '')
    .map((section) => ({
      id: `${path}#${section.anchor}`,
      ...{ pageId, path, anchor: section.anchor, topic, title, heading: section.heading, needs: section.needs },
      text: section.text.replace(CODE_SPAN, '$2'),
      code: section.code,
      symbols: sectionSymbols(section),
    }));
}

function sectionSymbols({ text, code }: SearchPageSection): string {
  const spans = [...text.matchAll(CODE_SPAN)].map((match) => match[2] ?? '');
  return [...new Set([...spans, ...codeIdentifiers(code)])].join(' ');
}

/** Names, options and launch brackets of a code block, as written; ordinary words in it say nothing about a page. */
function codeIdentifiers(code: string): readonly string[] {
  return analyze(code)
    .filter(({ kind }) => kind === 'symbol' || kind === 'operator')
    .map(({ start, end }) => code.slice(start, end));
}
