import type { ExecutionResult } from '../cell/execution-result.ts';
import type { KernelSession } from '../kernel/kernel-session.ts';
import type { RunHandlers } from '../kernel/run-handlers.ts';
import type { CellRunner } from './cell-runner.ts';

/** Runs a cell on a session, or takes its run up there. */
export type Perform = (session: KernelSession, handlers: RunHandlers) => Promise<ExecutionResult>;

/** The run of a cell, from its turn to its end. */
export class CellTurn {
  readonly cell: CellRunner;
  /** Id of the request, once it is sent. */
  requestId: string | null = null;
  readonly #stop = new AbortController();

  constructor(cell: CellRunner) {
    this.cell = cell;
  }

  get stopRequested(): boolean {
    return this.#stop.signal.aborted;
  }

  requestStop(): void {
    this.#stop.abort();
  }

  /** Always ends. `before` is what the cell had shown on an earlier page, null where there was none. */
  async run(session: KernelSession, perform: Perform, before: unknown): Promise<ExecutionResult> {
    const { cell } = this;
    const { signal } = this.#stop;
    try {
      // Stop may come while the cell gets ready, when the session has nothing to stop.
      const stopped = new Promise<null>((resolve) => { signal.addEventListener('abort', () => { resolve(null); }, { once: true }); });
      const view = await Promise.race([cell.started(before, signal), stopped]);
      if (!view || this.stopRequested) return { outcome: 'interrupted', seconds: 0 };
      const { timeoutSeconds } = cell;
      const sent = (requestId: string): void => { this.requestId = requestId; };
      return await perform(session, { ...view, sent, ...(timeoutSeconds === null ? {} : { timeoutSeconds }) });
    } catch (error) {
      console.error(`Cell ${cell.cellId} could not be run.`, error);
      return { outcome: 'unknown', seconds: 0 };
    }
  }
}
