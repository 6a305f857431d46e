/**
 * How a run ended. `unknown`: the connection or the kernel was lost before the answer came; `skipped`: an earlier
 * cell of the queue failed, so this one was not sent.
 */
export type ExecutionOutcome = 'ok' | 'error' | 'skipped' | 'interrupted' | 'unknown';

export interface ExecutionResult {
  readonly outcome: ExecutionOutcome;
  /** From sending to the end, wall clock. */
  readonly seconds: number;
  /** The run took longer than it might and was stopped for it. */
  readonly timedOut?: true;
}
