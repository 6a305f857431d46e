import type { SameRule } from './same-lines.ts';

/** What a cell is written in; each has its own way to the kernel (see `cell-code.ts`). */
const cellLanguages = ['cuda', 'python', 'shell'] as const;
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
  /** Of a CUDA cell: the file, written by an earlier cell, that the program reads as its standard input; null for an empty one. */
  readonly stdin: string | null;
  /** Ids of earlier cells whose written files this cell reads. */
  readonly uses: readonly string[];
  /** Overrides the note's own `needs`. */
  readonly needs: Need | null;
  readonly timeoutSeconds: number | null;
  readonly hide: boolean;
  readonly expectError: boolean;
  readonly metrics: boolean;
  /** How many GPUs the machine must have. */
  readonly gpus: number;
  /** Of a Python cell: the processes that torchrun starts of it; null for as many as it has GPUs. */
  readonly processes: number | null;
  /** Of a CUDA cell: functions for the device alone, compiled in the kernel's process and called from Python cells. */
  readonly kernel: boolean;
  /** Which of its printed lines are the same on every machine. */
  readonly same: readonly SameRule[];
}

/** What a fence says that says nothing but its id. */
export const defaultOptions: Omit<CellOptions, 'id'> = {
  nvccArgs: '', files: null, stdin: null, uses: [], needs: null, timeoutSeconds: null,
  hide: false, expectError: false, metrics: false, gpus: 1, processes: null, kernel: false, same: [],
};

/** A runnable piece of a note. */
export interface Cell {
  readonly language: CellLanguage;
  readonly options: CellOptions;
  /** The code as the reader sees it, without a trailing newline. */
  readonly source: string;
}

/** How many processes a cell runs as: more than one is a Python cell under torchrun, apart from the kernel's own process. */
export function processCount({ language, options }: Pick<Cell, 'language' | 'options'>): number {
  return language === 'python' ? options.processes ?? options.gpus : 1;
}

/** Whether a cell runs in the kernel's own process, and so sees the names of those before it. */
export function sharesNames(cell: Pick<Cell, 'language' | 'options'>): boolean {
  return cell.language === 'python' && processCount(cell) === 1;
}

export function isCellLanguage(language: string): language is CellLanguage {
  return (cellLanguages as readonly string[]).includes(language);
}
