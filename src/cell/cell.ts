/** What a cell is written in; each has its own way to the kernel (see `cell-code.ts`). */
export const cellLanguages = ['cuda', 'python', 'shell'] as const;
export type CellLanguage = (typeof cellLanguages)[number];

/** What a machine must have for a cell or a note to run. */
export const needs = ['gpu', 'nvcc', 'torch', 'python'] as const;
export type Need = (typeof needs)[number];

/** The options of a runnable fence, complete: what the author left out has its default here. */
export interface CellOptions {
  /** Unique in the note, kebab-case. */
  readonly id: string;
  /** Arguments for nvcc as one command-line text; empty for none. CUDA cells only. */
  readonly nvccArgs: string;
  /** The source is also saved under this name for later cells of the note. */
  readonly files: string | null;
  /** Ids of earlier cells whose written files this cell reads. */
  readonly uses: readonly string[];
  /** Overrides the note's own `needs`. */
  readonly needs: Need | null;
  readonly timeoutSeconds: number | null;
  readonly hide: boolean;
  readonly expectError: boolean;
  readonly metrics: boolean;
  readonly gpus: number;
}

/** A runnable piece of a note. */
export interface Cell {
  readonly language: CellLanguage;
  readonly options: CellOptions;
  /** The code as the reader sees it, without a trailing newline. */
  readonly source: string;
}

export function isCellLanguage(language: string): language is CellLanguage {
  return (cellLanguages as readonly string[]).includes(language);
}
