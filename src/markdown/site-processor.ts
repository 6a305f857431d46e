import { rehypeHeadingIds, unified } from '@astrojs/markdown-remark';
import rehypeKatex from 'rehype-katex';
import type { PlannedNote } from '../note/planned-notes.ts';
import { siteSyntax } from '../note/site-syntax.ts';
import type { Term } from '../note/terms.ts';
import { remarkBrokenMath } from './remark-broken-math.ts';
import { remarkCells } from './remark-cells.ts';
import { remarkComponents, type ComponentModules } from './remark-components.ts';
import { remarkNoteLinks } from './remark-note-links.ts';
import { remarkPlainFences } from './remark-plain-fences.ts';
import { remarkTerms } from './remark-terms.ts';

export interface SiteProcessorOptions {
  /** The project's folder, where `notes/` is. */
  readonly root: string;
  /** The path under which the site is served. */
  readonly base: string;
  readonly planned: readonly PlannedNote[];
  /** What notes use without importing it. */
  readonly modules: ComponentModules;
  /** Of the glossary, which notes link to. */
  readonly terms: readonly Term[];
}

/** The Markdown processor of the site, as Astro's `markdown.processor` takes it. */
export function siteProcessor({ root, base, planned, modules, terms }: SiteProcessorOptions) {
  return unified({
    // Dashes and quotes stay as they are: --gpu-code must not become a long dash.
    smartypants: false,
    remarkPlugins: [
      ...siteSyntax,
      remarkBrokenMath,
      [remarkPlainFences, { root }],
      [remarkCells, { root }],
      [remarkComponents, { modules }],
      [remarkNoteLinks, { root, base, planned }],
      // After the links of the author, which it leaves alone.
      [remarkTerms, { base, terms }],
    ],
    // Ids before KaTeX, which sets a formula three times: as it is read, as it is seen, and as TeX.
    rehypePlugins: [rehypeHeadingIds, [rehypeKatex, { strict: 'ignore' }]],
  });
}
