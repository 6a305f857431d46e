import type { ExecutionResult } from '../cell/execution-result.ts';
import { KernelError, type KernelErrorCode } from '../kernel/kernel-error.ts';
import type { KernelPhase } from '../kernel/kernel-labels.ts';
import type { KernelSession, KernelStatus } from '../kernel/kernel-session.ts';
import { checkPageMayUse, type KernelServer } from '../kernel/server-address.ts';
import type { IOPubMessage } from '../output/reduce-outputs.ts';

/** A cell of the page as the queue sees it. */
export interface CellRunner {
  readonly cellId: string;
  /** Later cells go on although this one failed: it must fail, or it has saved its named file all the same (no GPU). */
  readonly mayFail: boolean;
  /** The text that goes to the kernel, read when the cell's turn comes. */
  code(): string;
  queued(): void;
  /** Resolves when the cell can show messages. */
  started(): Promise<void>;
  message(message: IOPubMessage): void;
  ended(result: ExecutionResult): void;
}

export interface PageKernelState {
  readonly phase: KernelPhase;
  /** Address of the server in use or last tried, without its token. */
  readonly serverUrl: string | null;
  readonly error: KernelErrorCode | 'other' | null;
  readonly running: string | null;
  readonly waiting: number;
}

/** Makes a kernel's session on a server; what it reports goes to `onStatus`. */
export type OpenSession = (server: KernelServer, onStatus: (status: KernelStatus) => void) => Promise<KernelSession>;

/** The client is loaded when it is first used, and not before. */
const openInPage: OpenSession = async (server, onStatus) => {
  const { openSession } = await import('./kernel-client.ts');
  return openSession(server, onStatus);
};

const SKIPPED: ExecutionResult = { outcome: 'skipped', seconds: 0 };

/** The one kernel of the page and the queue of cells in front of it. */
export class PageKernel extends EventTarget {
  state: PageKernelState = { phase: 'off', serverUrl: null, error: null, running: null, waiting: 0 };
  /** Ids of the cells whose results later cells can build on, on the present kernel. */
  readonly done = new Set<string>();
  readonly #open: OpenSession;
  /** The session from the moment its kernel exists; `connected` once it is ready. */
  #session: KernelSession | null = null;
  /** Counts connections: what belongs to an earlier one is ignored. */
  #generation = 0;
  #queue: CellRunner[] = [];
  #draining = false;
  #stopRequested = false;

  constructor(open: OpenSession = openInPage) {
    super();
    this.#open = open;
  }

  /** Calls the listener with every new state, and now. */
  subscribe(listener: (state: PageKernelState) => void): void {
    this.addEventListener('state', () => { listener(this.state); });
    listener(this.state);
  }

  get connected(): boolean {
    return !['off', 'connecting', 'lost'].includes(this.state.phase);
  }

  /** Starts a kernel on a server, in place of the present one. Does not throw: a failure is in the state. */
  async connect(server: KernelServer): Promise<boolean> {
    await this.disconnect();
    const generation = ++this.#generation;
    this.#update({ phase: 'connecting', serverUrl: server.url });
    try {
      checkPageMayUse(server, location.protocol);
      const session = await this.#open(server, (status) => { if (generation === this.#generation) this.#onStatus(status); });
      if (generation !== this.#generation) {
        endSession(session);
        return false;
      }
      this.#session = session;
      await session.ready();
      if (generation !== this.#generation) return false;
      this.#update({ phase: 'idle' });
      return true;
    } catch (error) {
      console.error('The page could not connect to a kernel.', error);
      if (generation === this.#generation) this.#drop('off', errorCode(error));
      return false;
    }
  }

  /** Puts cells at the end of the queue; those waiting already keep their place. */
  run(cells: readonly CellRunner[]): void {
    for (const cell of cells) {
      if (this.#queue.includes(cell) || this.state.running === cell.cellId) continue;
      this.#queue.push(cell);
      cell.queued();
    }
    this.#update({ waiting: this.#queue.length });
    void this.#drain();
  }

  /** Stops what runs and empties the queue. */
  async stop(): Promise<void> {
    this.#skipQueue();
    if (!this.#session || this.state.running === null) return;
    this.#stopRequested = true;
    this.#update({ phase: 'stopping' });
    await this.#session.stop().catch((error: unknown) => { this.#lose(error); });
  }

  async restart(): Promise<void> {
    this.#skipQueue();
    this.done.clear();
    await this.#session?.restart().catch((error: unknown) => { this.#lose(error); });
  }

  /** Shuts the kernel down on its server, which frees the GPU's memory. */
  async disconnect(): Promise<void> {
    const session = this.#session;
    this.#drop('off', null);
    await session?.shutdown().catch((error: unknown) => { console.warn('The kernel could not be shut down.', error); });
  }

  /**
   * The page is being left: its kernel would go on holding the GPU's memory, and nobody could reach it any more. One that the
   * server has not named yet, in the moment between the request and its answer, cannot be ended.
   */
  leave(): void {
    this.#session?.leave();
    this.#drop('off', null);
  }

  async #drain(): Promise<void> {
    if (this.#draining) return;
    this.#draining = true;
    try {
      for (let cell = this.#queue.shift(); cell; cell = this.#queue.shift()) await this.#runOne(cell);
    } finally {
      this.#draining = false;
    }
  }

  async #runOne(cell: CellRunner): Promise<void> {
    const session = this.connected ? this.#session : null;
    if (!session) {
      cell.ended(SKIPPED);
      return;
    }
    this.#stopRequested = false;
    this.done.delete(cell.cellId);
    this.#update({ running: cell.cellId, waiting: this.#queue.length, phase: 'busy' });
    const result = await this.#execute(session, cell);
    if (session === this.#session) {
      if (result.outcome === 'ok' || (result.outcome === 'error' && cell.mayFail)) this.done.add(cell.cellId);
      this.#update({ phase: 'idle' });
    }
    if (!this.done.has(cell.cellId)) this.#skipQueue();
    this.#update({ running: null });
    cell.ended(result);
  }

  async #execute(session: KernelSession, cell: CellRunner): Promise<ExecutionResult> {
    try {
      await cell.started();
      // Stop may have come while the cell got ready, when the session had nothing to stop.
      if (this.#stopRequested) return { outcome: 'interrupted', seconds: 0 };
      return await session.execute(cell.code(), { message: (message) => { cell.message(message); } });
    } catch (error) {
      console.error(`Cell ${cell.cellId} could not be run.`, error);
      return { outcome: 'unknown', seconds: 0 };
    }
  }

  #skipQueue(): void {
    for (const cell of this.#queue.splice(0)) cell.ended(SKIPPED);
    this.#update({ waiting: 0 });
  }

  /** The kernel is of no more use: the next run asks for a new one, and whatever is left of this one is ended. */
  #lose(error: unknown): void {
    console.error('The kernel was lost.', error);
    if (this.#session) endSession(this.#session);
    this.#drop('lost', errorCode(error));
  }

  #drop(phase: 'off' | 'lost', error: PageKernelState['error']): void {
    this.#generation += 1;
    this.#session = null;
    this.done.clear();
    this.#skipQueue();
    this.#update({ phase, error });
  }

  #onStatus(status: KernelStatus): void {
    if (status === 'dead') {
      this.#lose(new KernelError('kernel-dead', 'the kernel died, or its server ended it'));
    } else if (status === 'restarting' || status === 'reconnecting') {
      if (status === 'restarting') this.done.clear();
      this.#update({ phase: status });
    } else if (status === 'idle' && this.state.running === null && this.connected) {
      this.#update({ phase: 'idle' });
    } else if (status === 'busy' && this.state.phase === 'reconnecting') {
      this.#update({ phase: 'busy' });
    }
  }

  #update(change: Partial<PageKernelState>): void {
    this.state = { ...this.state, ...change };
    this.dispatchEvent(new Event('state'));
  }
}

function endSession(session: KernelSession): void {
  session.shutdown().catch((error: unknown) => { console.warn('The kernel could not be shut down.', error); });
}

function errorCode(error: unknown): KernelErrorCode | 'other' {
  return error instanceof KernelError ? error.code : 'other';
}

/** The page's own. */
export const pageKernel = new PageKernel();
// Also where the browser keeps the page for going back: it may drop it at any time without another word.
window.addEventListener('pagehide', () => { pageKernel.leave(); });
