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
  stopRequested = false;
  readonly #stopped = Promise.withResolvers<null>();

  constructor(cell: CellRunner) {
    this.cell = cell;
  }

  requestStop(): void {
    this.stopRequested = true;
    this.#stopped.resolve(null);
  }

  /** Always ends. `before` is what the cell had shown on an earlier page, null where there was none. */
  async run(session: KernelSession, perform: Perform, before: unknown): Promise<ExecutionResult> {
    const { cell } = this;
    try {
      // Stop may come while the cell gets ready, when the session has nothing to stop.
      const view = await Promise.race([cell.started(before), this.#stopped.promise]);
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
