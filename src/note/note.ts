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

/** `<Cell id="…" />`: a cell of the English twin (or of `note`) shown here. */
export interface CellEmbed {
  readonly note: string;
  readonly id: string;
  readonly line: number;
}

/** `<Metric cell="…" label="…" />`: a recorded number in the text. */
export interface MetricReference {
  readonly note: string;
  readonly cell: string;
  readonly label: string;
  readonly line: number;
}

/** One heading and what stands under it; the first section is the text before any heading. */
export interface NoteSection {
  readonly heading: string;
  /** Empty for the text before the first heading. */
  readonly anchor: string;
  /** Prose, with inline code in backticks. */
  readonly text: string;
  readonly code: string;
  /** Ids of the English twin's cells that are shown here. */
  readonly embeddedCells: readonly string[];
}

export interface Note {
  /** `topic/slug`, the same in every language. */
  readonly id: string;
  readonly locale: Locale;
  /** Path from the root of the project, with forward slashes. */
  readonly file: string;
  readonly frontmatter: NoteFrontmatter;
  readonly cells: readonly NoteCell[];
  readonly embeds: readonly CellEmbed[];
  readonly metrics: readonly MetricReference[];
  readonly sections: readonly NoteSection[];
}
