import type { ExecutionResult } from '../cell/execution-result.ts';
import type { RunHandlers } from '../kernel/run-handlers.ts';

/** Where the messages of one run of a cell go: a later run of the cell has its own. */
export type RunView = Required<Pick<RunHandlers, 'message' | 'input' | 'gap'>>;

/** A cell of the page as the queue sees it. */
export interface CellRunner {
  readonly cellId: string;
  /** Asked after it failed: whether later cells go on all the same, since it had to fail or has saved its named file (no GPU). */
  readonly mayFail: boolean;
  /** The page stops the run after so long; null where the kernel's helper does, or nobody. */
  readonly timeoutSeconds: number | null;
  /** The text that goes to the kernel, read when the cell's turn comes. */
  code(): string;
  queued(): void;
  /**
   * Resolves when the cell can show messages, after what it had shown on an earlier page (null where there was none, else from
   * storage). Rejects where the signal has aborted meanwhile: the run is over then, and nothing of it is shown.
   */
  started(before: unknown, signal: AbortSignal): Promise<RunView>;
  ended(result: ExecutionResult): void;
}
