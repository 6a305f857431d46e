import type { ExecutionResult } from '../cell/execution-result.ts';
import type { KernelEnvironment } from '../kernel/kernel-answers.ts';
import type { KernelPhase } from '../kernel/kernel-labels.ts';
import type { KernelPlace } from '../kernel/kernel-place.ts';
import type { KernelSession, KernelTicket } from '../kernel/kernel-session.ts';
import type { RunHandlers } from '../kernel/run-handlers.ts';
import type { IOutput } from '../output/output.ts';
import { KernelLink, type KernelClient, type LinkState, type TokenSource } from './kernel-link.ts';

/** Where the messages of one run of a cell go: a later run of the cell has its own. */
export type RunView = Required<Pick<RunHandlers, 'message' | 'input' | 'gap'>>;

/** A cell of the page as the queue sees it. */
export interface CellRunner {
  readonly cellId: string;
  /** Later cells go on although this one failed: it must fail, or it has saved its named file all the same (no GPU). */
  readonly mayFail: boolean;
  /** The page stops the run after so long; null where the kernel's helper does, or nobody. */
  readonly timeoutSeconds: number | null;
  /** The text that goes to the kernel, read when the cell's turn comes. */
  code(): string;
  queued(): void;
  /** Resolves when the cell can show messages, after the outputs that an earlier page has shown already. */
  started(before: readonly IOutput[]): Promise<RunView>;
  ended(result: ExecutionResult): void;
}

export interface PageKernelState extends Omit<LinkState, 'phase'> {
  readonly phase: KernelPhase;
  readonly environment: KernelEnvironment | null;
  /** Id of the cell that runs. */
  readonly running: string | null;
  readonly waiting: number;
}

/** What a later page needs to take the kernel of this one up again, besides the place with its token. */
export interface KernelRecord {
  readonly address: string;
  readonly ticket: KernelTicket;
  readonly done: readonly string[];
  readonly running: { readonly cellId: string; readonly requestId: string } | null;
}

export interface PageKernelOptions {
  /** Connects the page before a run, with the reader's word where it is needed. False where there is no kernel then. */
  readonly connect: (kernel: PageKernel) => Promise<boolean>;
  readonly client: () => Promise<KernelClient>;
}

type Perform = (session: KernelSession, handlers: RunHandlers) => Promise<ExecutionResult>;

const SKIPPED: ExecutionResult = { outcome: 'skipped', seconds: 0 };

/** The one kernel of the page and the queue of cells in front of it. */
export class PageKernel extends EventTarget {
  /** Ids of the cells whose results later cells can build on, on the present kernel. */
  readonly done = new Set<string>();
  readonly #connect: PageKernelOptions['connect'];
  readonly #link: KernelLink;
  #queue: CellRunner[] = [];
  #draining = false;
  #running: { readonly cell: CellRunner; stopRequested: boolean; requestId: string | null } | null = null;
  #environment: KernelEnvironment | null = null;

  constructor({ connect, client }: PageKernelOptions) {
    super();
    this.#connect = connect;
    this.#link = new KernelLink(client, {
      changed: () => { this.#changed(); },
      forgotten: () => {
        this.done.clear();
        this.#environment = null;
      },
    });
  }

  get state(): PageKernelState {
    const { phase, ...link } = this.#link.state;
    const { cellId = null } = this.#running?.cell ?? {};
    return { ...link, phase: phase === 'ready' ? this.#activity() : phase, environment: this.#environment, running: cellId, waiting: this.#queue.length };
  }

  get connected(): boolean {
    return this.#link.connected;
  }

  /** Calls the listener with every new state, and now. */
  subscribe(listener: (state: PageKernelState) => void): void {
    this.addEventListener('state', () => { listener(this.state); });
    listener(this.state);
  }

  /**
   * Connects to a kernel of a place, in place of the present one; to a server whose token has run out, with a new one.
   * Cells that wait keep waiting. Does not throw: a failure is in the state.
   */
  async connect(place: KernelPlace, token: TokenSource): Promise<boolean> {
    const connected = await this.#link.connect(place, token);
    if (connected) this.#look();
    return connected;
  }

  /** Takes up a kernel, and the cell that runs on it, where an earlier page of this tab left them. */
  async takeUp(
    place: KernelPlace,
    { ticket, done, running }: KernelRecord,
    find: (cellId: string) => CellRunner | null,
    before: readonly IOutput[],
  ): Promise<boolean> {
    if (!(await this.#link.attach(place, ticket))) return false;
    for (const id of done) this.done.add(id);
    const cell = running && find(running.cellId);
    if (cell) void this.#resume(cell, running.requestId, before);
    else this.#look();
    return true;
  }

  /** Puts cells at the end of the queue; those waiting already keep their place. Asks for a server where there is none. */
  run(cells: readonly CellRunner[]): void {
    for (const cell of cells) {
      if (this.#queue.includes(cell) || this.#running?.cell === cell) continue;
      this.#queue.push(cell);
      cell.queued();
    }
    this.#changed();
    void this.#drain();
  }

  /** Stops what runs and empties the queue. A second call while the first has no effect yet restarts the kernel. */
  async stop(): Promise<void> {
    this.#skipQueue();
    if (!this.#running) return;
    this.#running.stopRequested = true;
    this.#changed();
    await this.#link.session?.stop().catch((error: unknown) => { this.#link.lose(error); });
  }

  async restart(): Promise<void> {
    this.#skipQueue();
    await this.#link.session?.restart().catch((error: unknown) => { this.#link.lose(error); });
  }

  /** Shuts the kernel down on its server, which frees the GPU's memory. */
  async disconnect(): Promise<void> {
    this.#skipQueue();
    await this.#link.end();
  }

  /**
   * The page is being left: its kernel would go on holding the GPU's memory, and nobody could reach it any more. One that the
   * server has not named yet, in the moment between the request and its answer, cannot be ended.
   */
  leave(): void {
    this.#link.session?.leave();
    this.#letGo();
  }

  /** What ends the kernel, for someone else to send; null where there is none. It may hold a token. */
  endRequest(): ReturnType<KernelSession['endRequest']> | null {
    return this.#link.session?.endRequest() ?? null;
  }

  /** The page is being left and its kernel goes on, for a later page to take up. */
  abandon(): void {
    this.#link.session?.detach();
    this.#letGo();
  }

  /** How a later page could take this kernel up; null where there is none, or where it would not have the token. */
  record(): KernelRecord | null {
    const { session, token, connected, state } = this.#link;
    if (!session || !connected || state.serverUrl === null || token === 'typed') return null;
    const { cell, requestId } = this.#running ?? {};
    const running = cell && typeof requestId === 'string' ? { cellId: cell.cellId, requestId } : null;
    return { address: state.serverUrl, ticket: session.ticket, done: [...this.done], running };
  }

  /** What the kernel offers at a place of some Python code; null without a kernel, or while it runs a cell. Cursors count code points. */
  async complete(code: string, cursor: number): ReturnType<KernelSession['complete']> {
    return (this.connected && !this.#running ? await this.#link.session?.complete(code, cursor) : null) ?? null;
  }

  /** What the kernel knows of the name at a place of some Python code; null without a kernel, while it runs, or where it knows nothing. */
  async inspect(code: string, cursor: number): ReturnType<KernelSession['inspect']> {
    return (this.connected && !this.#running ? await this.#link.session?.inspect(code, cursor) : null) ?? null;
  }

  async #resume(cell: CellRunner, requestId: string, before: readonly IOutput[]): Promise<void> {
    await this.#runOne(cell, (session, handlers) => {
      handlers.sent?.(requestId);
      return session.resume(requestId, handlers);
    }, before);
    await this.#drain();
  }

  #letGo(): void {
    this.#link.drop('off', null);
    this.#skipQueue();
  }

  #activity(): KernelPhase {
    if (!this.#running) return 'idle';
    return this.#running.stopRequested ? 'stopping' : 'busy';
  }

  async #drain(): Promise<void> {
    if (this.#draining || this.#running) return;
    this.#draining = true;
    try {
      while (this.#queue.length > 0) {
        if (!this.connected && !(await this.#connect(this))) this.#skipQueue();
        const cell = this.#queue.shift();
        if (cell) await this.#runOne(cell, (session, handlers) => session.execute(cell.code(), handlers), []);
      }
    } finally {
      this.#draining = false;
    }
    this.#look();
  }

  async #runOne(cell: CellRunner, perform: Perform, before: readonly IOutput[]): Promise<void> {
    const { session } = this.#link;
    if (!session || !this.connected) {
      cell.ended(SKIPPED);
      return;
    }
    this.done.delete(cell.cellId);
    this.#running = { cell, stopRequested: false, requestId: null };
    this.#changed();
    const result = await this.#perform(session, cell, perform, before);
    this.#running = null;
    if (session === this.#link.session && (result.outcome === 'ok' || (result.outcome === 'error' && cell.mayFail))) this.done.add(cell.cellId);
    else this.#skipQueue();
    this.#changed();
    cell.ended(result);
  }

  async #perform(session: KernelSession, cell: CellRunner, perform: Perform, before: readonly IOutput[]): Promise<ExecutionResult> {
    const running = this.#running;
    try {
      const view = await cell.started(before);
      // Stop may have come while the cell got ready, when the session had nothing to stop.
      if (running?.stopRequested === true) return { outcome: 'interrupted', seconds: 0 };
      const { timeoutSeconds } = cell;
      const sent = (requestId: string): void => { if (running) running.requestId = requestId; };
      return await perform(session, { ...view, sent, ...(timeoutSeconds === null ? {} : { timeoutSeconds }) });
    } catch (error) {
      console.error(`Cell ${cell.cellId} could not be run.`, error);
      return { outcome: 'unknown', seconds: 0 };
    }
  }

  #skipQueue(): void {
    for (const cell of this.#queue.splice(0)) cell.ended(SKIPPED);
    this.#changed();
  }

  /** Asks the kernel what machine it is on and how much of its GPU's memory is taken, when nothing else is to be done. */
  #look(): void {
    const { session } = this.#link;
    if (!session || !this.connected || this.#running || this.#queue.length > 0) return;
    session.environment().then(
      (environment) => {
        if (session !== this.#link.session) return;
        this.#environment = environment;
        this.#changed();
      },
      (error: unknown) => { console.info('The kernel did not say what machine it is on.', error); },
    );
  }

  #changed(): void {
    this.dispatchEvent(new Event('state'));
  }
}
