import type { Cell } from '../cell/cell.ts';
import type { Locale } from '../i18n/locale.ts';
import type { NoteFrontmatter } from './frontmatter.ts';

/** A cell with its place in the file and the digest that ties a recording to it. */
export interface NoteCell extends Cell {
  readonly line: number;
  readonly digest: string;
  /** Ids of the earlier cells that must have run. */
  readonly dependsOn: readonly string[];
}

/** Where something stands in its file, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** `<Cell id="…" />`: a cell of the English twin (or of `note`) shown here. */
export interface CellEmbed extends Place {
  readonly note: string;
  readonly id: string;
}

/** `<Metric cell="…" label="…" />`: a recorded number in the text. */
export interface MetricReference extends Place {
  readonly note: string;
  readonly cell: string;
  readonly label: string;
  /** Fraction digits to show; null for those that the cell printed. */
  readonly digits: number | null;
}

/** A link or the definition of one, as it is written. */
export interface NoteLink extends Place {
  readonly url: string;
}

/** An element named like a component that its file does not import or define. */
export interface ComponentUse extends Place {
  readonly name: string;
}

/** A note that the frontmatter names. */
export interface NoteReference extends Place {
  readonly field: 'prerequisites' | 'related';
  readonly id: string;
}

/** One heading and what stands under it; the first section is the text before any heading. */
export interface NoteSection {
  readonly heading: string;
  /** Empty for the text before the first heading. */
  readonly anchor: string;
  /** Prose with inline code in backticks and formulas as plain text, cut where a recorded number stands. */
  readonly text: readonly (string | MetricReference)[];
  readonly code: string;
  /** Ids of the runnable fences here. */
  readonly ownCells: readonly string[];
  /** Ids of the English twin's cells that are shown here. */
  readonly embeddedCells: readonly string[];
}

/** What a page of the site names, a note or another one such as the home page. */
export interface Page {
  /** Path from the root of the project, with forward slashes. */
  readonly file: string;
  readonly embeds: readonly CellEmbed[];
  readonly metrics: readonly MetricReference[];
  readonly links: readonly NoteLink[];
  readonly components: readonly ComponentUse[];
  /** What a link can point to on the page: its headings, cells, and elements with an id. */
  readonly anchors: readonly string[];
}

/** A page that is no note: the home page, the glossary, a topic. */
export interface SitePage extends Page {
  readonly slug: string;
  readonly locale: Locale;
  readonly title: string;
  readonly description: string;
  readonly sections: readonly NoteSection[];
}

export interface Note extends Page {
  /** `topic/slug`, the same in every language. */
  readonly id: string;
  readonly locale: Locale;
  readonly frontmatter: NoteFrontmatter;
  /** The notes that the frontmatter names. */
  readonly references: readonly NoteReference[];
  readonly cells: readonly NoteCell[];
  readonly sections: readonly NoteSection[];
}
