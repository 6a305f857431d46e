import type { ExecutionResult } from '../cell/execution-result.ts';
import type { KernelEnvironment } from '../kernel/kernel-answers.ts';
import { factsOf, KernelError, type ErrorFacts } from '../kernel/kernel-error.ts';
import type { KernelPhase } from '../kernel/kernel-labels.ts';
import type { KernelPlace, PlaceProgress } from '../kernel/kernel-place.ts';
import type { KernelSession, KernelStatus, KernelTicket } from '../kernel/kernel-session.ts';
import type { RunHandlers } from '../kernel/run-handlers.ts';
import type { IOutput } from '../output/output.ts';

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
  started(before?: readonly IOutput[]): Promise<RunView>;
  ended(result: ExecutionResult): void;
}

export interface PageKernelState {
  readonly phase: KernelPhase;
  /** Address of the server in use or last tried, without its token. */
  readonly serverUrl: string | null;
  readonly error: ErrorFacts | null;
  /** What a hub says while it starts a server; null otherwise. */
  readonly progress: PlaceProgress | null;
  readonly environment: KernelEnvironment | null;
  readonly running: string | null;
  readonly waiting: number;
}

/** Whether a later page of this tab can have the token of a place: it is kept or offered again, or the reader typed it in. */
export type TokenSource = 'comes-back' | 'typed';

/** What a later page needs to take the kernel of this one up again, besides the place's token. */
export interface KernelRecord {
  readonly address: string;
  readonly ticket: KernelTicket;
  readonly done: readonly string[];
  readonly running: { readonly cellId: string; readonly requestId: string } | null;
}

export interface SessionEvents {
  readonly status: (status: KernelStatus) => void;
  readonly progress: (progress: PlaceProgress) => void;
  readonly signal: AbortSignal;
}

/** Makes the sessions of the page; loaded when first used, and not before. */
export interface KernelClient {
  openSession(place: KernelPlace, events: SessionEvents): Promise<KernelSession>;
  attachSession(place: KernelPlace, ticket: KernelTicket, events: SessionEvents): Promise<KernelSession>;
  renewSession(session: KernelSession, place: KernelPlace, signal: AbortSignal): Promise<void>;
  addressOf(place: KernelPlace): string;
}

export interface PageKernelOptions {
  /** Connects the page before a run, with the reader's word where it is needed. False where there is no kernel then. */
  readonly connect: (kernel: PageKernel) => Promise<boolean>;
  readonly client: () => Promise<KernelClient>;
}

const SKIPPED: ExecutionResult = { outcome: 'skipped', seconds: 0 };
const NOT_CONNECTED: ReadonlySet<KernelPhase> = new Set(['off', 'connecting', 'unauthorized', 'lost']);

/** The one kernel of the page and the queue of cells in front of it. */
export class PageKernel extends EventTarget {
  state: PageKernelState = {
    phase: 'off', serverUrl: null, error: null, progress: null, environment: null, running: null, waiting: 0,
  };
  /** Ids of the cells whose results later cells can build on, on the present kernel. */
  readonly done = new Set<string>();
  readonly #options: PageKernelOptions;
  /** The session from the moment its kernel exists; `connected` once it is ready. */
  #session: KernelSession | null = null;
  #token: TokenSource = 'typed';
  /** Ended when the connection that is being made, or is there, is given up. */
  #attempt = new AbortController();
  #queue: CellRunner[] = [];
  #draining = false;
  #stopRequested = false;
  #requestId: string | null = null;

  constructor(options: PageKernelOptions) {
    super();
    this.#options = options;
  }

  /** Calls the listener with every new state, and now. */
  subscribe(listener: (state: PageKernelState) => void): void {
    this.addEventListener('state', () => { listener(this.state); });
    listener(this.state);
  }

  get connected(): boolean {
    return !NOT_CONNECTED.has(this.state.phase);
  }

  /**
   * Connects to a kernel of a place, in place of the present one; to a server whose token has run out, with a new one.
   * Cells that wait keep waiting. Does not throw: a failure is in the state.
   */
  async connect(place: KernelPlace, token: TokenSource): Promise<boolean> {
    const client = await this.#options.client();
    if (this.state.phase === 'unauthorized' && this.#session && client.addressOf(place) === this.state.serverUrl) {
      return this.#renew(client, this.#session, place);
    }
    await this.#end();
    this.#token = token;
    return this.#establish(client, place, (events) => client.openSession(place, events));
  }

  /** Takes up a kernel, and the cell that runs on it, where an earlier page of this tab left them. */
  async takeUp(place: KernelPlace, { ticket, done, running }: KernelRecord, find: (cellId: string) => CellRunner | null, before: readonly IOutput[]): Promise<boolean> {
    const client = await this.#options.client();
    this.#token = 'comes-back';
    if (!(await this.#establish(client, place, (events) => client.attachSession(place, ticket, events)))) return false;
    for (const id of done) this.done.add(id);
    const cell = running && find(running.cellId);
    if (cell) void this.#runOne(cell, (session, handlers) => session.resume(running.requestId, handlers), before).then(() => this.#drain());
    return true;
  }

  /** Puts cells at the end of the queue; those waiting already keep their place. Asks for a server where there is none. */
  run(cells: readonly CellRunner[]): void {
    for (const cell of cells) {
      if (this.#queue.includes(cell) || this.state.running === cell.cellId) continue;
      this.#queue.push(cell);
      cell.queued();
    }
    this.#update({ waiting: this.#queue.length });
    void this.#drain();
  }

  /** Stops what runs and empties the queue. A second call while the first has no effect yet restarts the kernel. */
  async stop(): Promise<void> {
    this.#skipQueue();
    if (!this.#session || this.state.running === null) return;
    this.#stopRequested = true;
    this.#update({ phase: 'stopping' });
    await this.#session.stop().catch((error: unknown) => this.#lose(error));
  }

  async restart(): Promise<void> {
    this.#skipQueue();
    this.done.clear();
    await this.#session?.restart().catch((error: unknown) => this.#lose(error));
  }

  /** Shuts the kernel down on its server, which frees the GPU's memory. */
  async disconnect(): Promise<void> {
    this.#skipQueue();
    await this.#end();
  }

  /**
   * The page is being left: its kernel would go on holding the GPU's memory, and nobody could reach it any more. One that the
   * server has not named yet, in the moment between the request and its answer, cannot be ended.
   */
  leave(): void {
    this.#session?.leave();
    this.abandon();
  }

  /** The page is being left and its kernel goes on, for a later page to take up. */
  abandon(): void {
    this.#drop('off', null);
    this.#skipQueue();
  }

  /** How a later page could take this kernel up; null where there is none, or where it would not have the token. */
  record(): KernelRecord | null {
    const { running, serverUrl } = this.state;
    if (!this.#session || serverUrl === null || !this.connected || this.#token === 'typed') return null;
    return {
      address: serverUrl,
      ticket: this.#session.ticket,
      done: [...this.done],
      running: running !== null && this.#requestId !== null ? { cellId: running, requestId: this.#requestId } : null,
    };
  }

  /** What the kernel offers at a place of some Python code; null without a kernel. Cursors count code points. */
  async complete(code: string, cursor: number): ReturnType<KernelSession['complete']> {
    return (this.connected ? await this.#session?.complete(code, cursor) : null) ?? null;
  }

  /** What the kernel knows of the name at a place of some Python code; null without a kernel, or where it knows nothing. */
  async inspect(code: string, cursor: number): ReturnType<KernelSession['inspect']> {
    return (this.connected ? await this.#session?.inspect(code, cursor) : null) ?? null;
  }

  async #establish(client: KernelClient, place: KernelPlace, open: (events: SessionEvents) => Promise<KernelSession>): Promise<boolean> {
    const attempt = new AbortController();
    this.#attempt = attempt;
    const { signal } = attempt;
    const events: SessionEvents = {
      signal,
      status: (status) => { if (!signal.aborted) this.#onStatus(status); },
      progress: (progress) => { if (!signal.aborted) this.#update({ progress }); },
    };
    this.#update({ phase: 'connecting', serverUrl: client.addressOf(place), error: null, progress: null });
    try {
      const session = await open(events);
      if (signal.aborted) {
        endSession(session);
        return false;
      }
      this.#session = session;
      await session.ready();
      if (signal.aborted) return false;
      this.#update({ phase: 'idle', progress: null });
      this.#look();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      console.error('The page could not connect to a kernel.', error);
      this.#drop('off', factsOf(error));
      return false;
    }
  }

  async #renew(client: KernelClient, session: KernelSession, place: KernelPlace): Promise<boolean> {
    try {
      await client.renewSession(session, place, this.#attempt.signal);
      this.#update({ phase: this.state.running === null ? 'idle' : 'busy', error: null });
      return true;
    } catch (error) {
      console.error('The server did not take the new token.', error);
      this.#update({ error: factsOf(error) });
      return false;
    }
  }

  async #drain(): Promise<void> {
    if (this.#draining || this.state.running !== null) return;
    this.#draining = true;
    try {
      while (this.#queue.length > 0) {
        if (!this.connected && !(await this.#options.connect(this))) this.#skipQueue();
        const cell = this.#queue.shift();
        if (cell) await this.#runOne(cell, (session, handlers) => session.execute(cell.code(), handlers));
      }
    } finally {
      this.#draining = false;
    }
    this.#look();
  }

  async #runOne(
    cell: CellRunner,
    perform: (session: KernelSession, handlers: RunHandlers) => Promise<ExecutionResult>,
    before: readonly IOutput[] = [],
  ): Promise<void> {
    const session = this.connected ? this.#session : null;
    if (!session) {
      cell.ended(SKIPPED);
      return;
    }
    this.#stopRequested = false;
    this.done.delete(cell.cellId);
    this.#update({ running: cell.cellId, waiting: this.#queue.length, phase: 'busy' });
    const result = await this.#perform(session, cell, perform, before);
    if (session === this.#session) {
      if (result.outcome === 'ok' || (result.outcome === 'error' && cell.mayFail)) this.done.add(cell.cellId);
      this.#update({ phase: 'idle' });
    }
    this.#requestId = null;
    if (!this.done.has(cell.cellId)) this.#skipQueue();
    this.#update({ running: null });
    cell.ended(result);
  }

  async #perform(
    session: KernelSession,
    cell: CellRunner,
    perform: (session: KernelSession, handlers: RunHandlers) => Promise<ExecutionResult>,
    before: readonly IOutput[],
  ): Promise<ExecutionResult> {
    try {
      const view = await cell.started(before);
      // Stop may have come while the cell got ready, when the session had nothing to stop.
      if (this.#stopRequested) return { outcome: 'interrupted', seconds: 0 };
      const { timeoutSeconds } = cell;
      const limit = timeoutSeconds === null ? {} : { timeoutSeconds };
      return await perform(session, { ...view, ...limit, sent: (requestId) => { this.#requestId = requestId; } });
    } catch (error) {
      console.error(`Cell ${cell.cellId} could not be run.`, error);
      return { outcome: 'unknown', seconds: 0 };
    }
  }

  #skipQueue(): void {
    for (const cell of this.#queue.splice(0)) cell.ended(SKIPPED);
    this.#update({ waiting: 0 });
  }

  /** Asks the kernel what machine it is on and how much of its GPU's memory is taken, when nothing else is to be done. */
  #look(): void {
    const session = this.#session;
    if (!session || !this.connected || this.state.running !== null || this.#queue.length > 0) return;
    session.environment().then(
      (environment) => { if (session === this.#session) this.#update({ environment }); },
      (error: unknown) => { console.info('The kernel did not say what machine it is on.', error); },
    );
  }

  /** The kernel is of no more use: the next run asks for a new one, and whatever is left of this one is ended. */
  #lose(error: unknown): void {
    console.error('The kernel was lost.', error);
    const session = this.#session;
    this.#drop('lost', factsOf(error));
    this.#skipQueue();
    if (session) endSession(session);
  }

  async #end(): Promise<void> {
    const session = this.#session;
    this.#drop('off', null);
    await session?.shutdown().catch((error: unknown) => { console.warn('The kernel could not be shut down.', error); });
  }

  #drop(phase: 'off' | 'lost', error: PageKernelState['error']): void {
    this.#attempt.abort();
    this.#session = null;
    this.done.clear();
    this.#update({ phase, error, progress: null, environment: null });
  }

  #onStatus(status: KernelStatus): void {
    if (status === 'dead') {
      this.#lose(new KernelError('kernel-dead', 'the kernel died, or its server ended it'));
    } else if (status === 'restarting' || status === 'reconnecting' || status === 'unauthorized') {
      if (status === 'restarting') this.done.clear();
      this.#update({ phase: status });
    } else if (this.connected || this.state.phase === 'unauthorized') {
      if (status === 'idle' && this.state.running === null) this.#update({ phase: 'idle' });
      else if (status === 'busy' && this.state.phase === 'reconnecting') this.#update({ phase: 'busy' });
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
