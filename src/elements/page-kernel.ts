import type { ExecutionResult } from '../cell/execution-result.ts';
import type { IOPubMessage } from '../output/reduce-outputs.ts';
import { KernelError, type KernelErrorCode } from '../kernel/kernel-error.ts';
import type { KernelPhase } from '../kernel/kernel-labels.ts';
import type { KernelSession, KernelStatus } from '../kernel/kernel-session.ts';
import type { KernelServer } from '../kernel/server-address.ts';

/** A cell of the page as the queue sees it. */
export interface CellRunner {
  readonly cellId: string;
  /** The cell saves a named file: later cells can go on with it even where the program itself failed (no GPU). */
  readonly savesFile: boolean;
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

/** The one kernel of the page and the queue of cells in front of it. Loads the client when first used. */
export class PageKernel extends EventTarget {
  state: PageKernelState = { phase: 'off', serverUrl: null, error: null, running: null, waiting: 0 };
  #session: KernelSession | null = null;
  #queue: CellRunner[] = [];
  #draining = false;

  constructor() {
    super();
    // A kernel that nobody can reach any more would go on holding the GPU's memory.
    window.addEventListener('pagehide', ({ persisted }) => {
      if (!persisted) this.#session?.leave();
    });
  }

  /** Calls the listener with every new state, and now. */
  subscribe(listener: (state: PageKernelState) => void): void {
    this.addEventListener('state', () => listener(this.state));
    listener(this.state);
  }

  get connected(): boolean {
    return this.#session !== null;
  }

  /** Ids of the cells whose results later cells can build on, on the present kernel. */
  readonly done = new Set<string>();

  /** Starts a kernel on a server. Does not throw: a failure is in the state. */
  async connect(server: KernelServer): Promise<boolean> {
    await this.disconnect();
    this.#update({ phase: 'connecting', serverUrl: server.url, error: null });
    try {
      checkReachable(server);
      const { startSession } = await import('./kernel-client.ts');
      this.#session = await startSession(server, (status) => this.#onStatus(status));
      this.#update({ phase: 'idle' });
      return true;
    } catch (error) {
      console.error('The page could not connect to a kernel.', error);
      this.#update({ phase: 'off', error: errorCode(error) });
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
    this.#skipQueue();
    this.done.clear();
    const session = this.#session;
    this.#session = null;
    this.#update({ phase: 'off', running: null, error: null });
    await session?.shutdown().catch((error: unknown) => console.warn('The kernel could not be shut down.', error));
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
    const session = this.#session;
    if (!session) {
      cell.ended({ outcome: 'skipped', seconds: 0 });
      return;
    }
    this.#update({ running: cell.cellId, waiting: this.#queue.length, phase: 'busy' });
    const result = await execute(session, cell);
    if (result.outcome === 'ok' || (result.outcome === 'error' && cell.savesFile)) this.done.add(cell.cellId);
    else this.#skipQueue();
    cell.ended(result);
    this.#update({ running: null, ...(this.#session === session && this.state.phase !== 'lost' ? { phase: 'idle' as const } : {}) });
  }

  #skipQueue(): void {
    for (const cell of this.#queue.splice(0)) cell.ended({ outcome: 'skipped', seconds: 0 });
    this.#update({ waiting: 0 });
  }

  /** The kernel is gone for good: the next run asks for a new one. */
  #lose(error: unknown): void {
    console.error('The kernel was lost.', error);
    this.#session = null;
    this.done.clear();
    this.#skipQueue();
    this.#update({ phase: 'lost', error: errorCode(error) });
  }

  #onStatus(status: KernelStatus): void {
    if (status === 'dead') {
      this.#lose(new KernelError('kernel-dead', 'the server gave the kernel up'));
    } else if (status === 'restarting' || status === 'reconnecting') {
      if (status === 'restarting') this.done.clear();
      this.#update({ phase: status });
    } else if (status === 'idle' && this.state.running === null && this.#session) {
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

async function execute(session: KernelSession, cell: CellRunner): Promise<ExecutionResult> {
  try {
    await cell.started();
    return await session.execute(cell.code(), (message) => cell.message(message));
  } catch (error) {
    console.error(`Cell ${cell.cellId} could not be run.`, error);
    return { outcome: 'unknown', seconds: 0 };
  }
}

function errorCode(error: unknown): KernelErrorCode | 'other' {
  return error instanceof KernelError ? error.code : 'other';
}

/** A page that came over https may use http on this computer only: browsers block the rest before it is sent. */
function checkReachable({ url }: KernelServer): void {
  const { protocol, hostname } = new URL(url);
  const isLoopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  if (location.protocol === 'https:' && protocol === 'http:' && !isLoopback) {
    throw new KernelError('mixed-content', `${url} is plain http and this page is not: tunnel it to 127.0.0.1, or give it TLS`);
  }
}

/** The page's own. */
export const pageKernel = new PageKernel();
