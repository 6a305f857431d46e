import type { ExecutionOutcome } from '../cell/execution-result.ts';
import type { Need } from '../cell/cell.ts';
import type { Locale } from './locale.ts';
import { cellLabels as english } from './cell-labels-en.ts';
import { cellLabels as chinese } from './cell-labels-zh-cn.ts';

export interface CellLabels {
  readonly run: string;
  readonly runTitle: (dependencies: number) => string;
  /** Runs all cells of the page down to this one. */
  readonly runToHere: string;
  readonly stop: string;
  readonly recorded: string;
  readonly live: string;
  readonly queued: string;
  readonly running: string;
  readonly outcome: Readonly<Record<ExecutionOutcome, string>>;
  /** Stopped because it took longer than its limit. */
  readonly timedOut: string;
  /** The cell had to fail, and did. */
  readonly failedAsExpected: string;
  readonly outputOf: (id: string) => string;
  readonly noOutput: string;
  /** Shows outputs at their whole height. */
  readonly allOutput: string;
  readonly stale: string;
  readonly missing: string;
  readonly showCode: string;
  readonly needs: Readonly<Record<Need, string>>;
  /** Besides what it needs: how it runs, and on how many GPUs. */
  readonly processes: (processes: number, gpus: number) => string;
  readonly recordedOn: (gpu: string) => string;
  readonly recordedWithoutGpu: string;
  readonly driver: string;
  /** Of a choice between the machines that recorded a note. */
  readonly machines: string;
  readonly noGpu: string;
}

/** For the build, and for what shows words of both; a page with cells loads those of its own language (`elements/page-words.ts`). */
export const cellLabels: Readonly<Record<Locale, CellLabels>> = { en: english, 'zh-cn': chinese };
