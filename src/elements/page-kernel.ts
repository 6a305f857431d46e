import type { ExecutionResult } from '../cell/execution-result.ts';
import type { KernelEnvironment } from '../kernel/kernel-answers.ts';
import type { KernelPhase } from '../kernel/kernel-labels.ts';
import type { KernelPlace } from '../kernel/kernel-place.ts';
import type { KernelSession } from '../kernel/kernel-session.ts';
import type { ServerPath } from '../kernel/server-path.ts';
import type { CellRunner } from './cell-runner.ts';
import { CellTurn, type Perform } from './cell-turn.ts';
import { KernelLink, type KernelClient, type LinkState, type TokenSource } from './kernel-link.ts';
import type { KernelRecord } from './kernel-record.ts';
import { MachineLook } from './machine-look.ts';

export interface PageKernelState extends Omit<LinkState, 'phase'> {
  readonly phase: KernelPhase;
  readonly environment: KernelEnvironment | null;
  /** Id of the cell that runs. */
  readonly running: string | null;
  readonly waiting: number;
}

export interface PageKernelOptions {
  /** Connects the page before a run, with the reader's word where it is needed. False where there is no kernel then. */
  readonly connect: (kernel: PageKernel) => Promise<boolean>;
  readonly client: () => Promise<KernelClient>;
}

const SKIPPED: ExecutionResult = { outcome: 'skipped', seconds: 0 };

/** The one kernel of the page and the queue of cells in front of it. */
export class PageKernel extends EventTarget {
  /** Ids of the cells whose results later cells can build on, on the present kernel. */
  readonly done = new Set<string>();
  /** Id of the cell after which CUDA is of no use in the present kernel's process; null while nothing is known of such a one. */
  poisonedBy: string | null = null;
  readonly #connect: PageKernelOptions['connect'];
  readonly #link: KernelLink;
  #queue: CellRunner[] = [];
  #draining = false;
  #running: CellTurn | null = null;
  #takingUp: Promise<unknown> | null = null;
  readonly #machine = new MachineLook(() => { this.#changed(); });

  constructor({ connect, client }: PageKernelOptions) {
    super();
    this.#connect = connect;
    this.#link = new KernelLink(client, {
      changed: () => { this.#changed(); },
      forgotten: () => {
        this.done.clear();
        this.poisonedBy = null;
        this.#machine.forget();
      },
    });
  }

  get state(): PageKernelState {
    const { phase, ...link } = this.#link.state;
    const { cellId = null } = this.#running?.cell ?? {};
    return { ...link, phase: phase === 'ready' ? this.#activity() : phase, environment: this.#machine.environment, running: cellId, waiting: this.#queue.length };
  }

  get connected(): boolean {
    return this.#link.connected;
  }

  /** The way to the server of the kernel; null where there is none. */
  get server(): ServerPath | null {
    return this.connected ? this.#link.session?.server ?? null : null;
  }

  /** A kernel that an earlier page left is being reached. */
  get isTakingUp(): boolean {
    return this.#takingUp !== null;
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

  /** Takes up a kernel, and the cell that runs on it, where an earlier page of this tab left them. Cells that are run wait for it. */
  takeUp(
    place: KernelPlace,
    record: KernelRecord,
    find: (cellId: string) => CellRunner | null,
    before: unknown,
  ): Promise<boolean> {
    const taken = this.#takeUp(place, record, find, before);
    this.#takingUp = taken;
    void taken.finally(() => {
      this.#takingUp = null;
      void this.#drain();
    });
    return taken;
  }

  /** Puts cells at the end of the queue; those waiting already keep their place. Asks for a server where there is none. */
  run(cells: readonly CellRunner[]): void {
    for (const cell of cells) {
      // The last is the one that the reader asked for: it runs again, with the code that it has then.
      if (this.#queue.includes(cell) || (this.#running?.cell === cell && cell !== cells.at(-1))) continue;
      this.#queue.push(cell);
      cell.queued();
    }
    this.#changed();
    void this.#drain();
  }

  /** Stops what runs and empties the queue. A second call while the first has no effect yet restarts the kernel. */
  async stop(): Promise<void> {
    this.#skipQueue();
    this.#requestStop();
    await this.#control((session) => session.stop());
  }

  async restart(): Promise<void> {
    this.#skipQueue();
    this.#requestStop();
    await this.#control((session) => session.restart());
  }

  /** Shuts the kernel down on its server, which frees the GPU's memory; gives up a connection that is being made. */
  async disconnect(): Promise<void> {
    this.#skipQueue();
    this.#requestStop();
    await this.#link.end();
  }

  /** Shuts the kernel down, and the hub's server that it runs on. Throws a KernelError where the hub does not stop it. */
  async stopServer(): Promise<void> {
    this.#skipQueue();
    this.#requestStop();
    await this.#link.endServer();
  }

  /** Whether the kernel runs on a server that a hub started for this reader. */
  get onHub(): boolean {
    const { place } = this.#link;
    return place?.kind === 'hub' || (place?.kind === 'site' && place.server.kind === 'hub');
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
    const { cell, requestId = null } = this.#running ?? {};
    return this.#link.record([...this.done], cell && requestId !== null ? { cellId: cell.cellId, requestId } : null);
  }

  /** What the kernel offers at a place of some Python code; null without a kernel, or while it runs a cell. Cursors count code points. */
  async complete(code: string, cursor: number): ReturnType<KernelSession['complete']> {
    return (this.connected && !this.#running ? await this.#link.session?.complete(code, cursor) : null) ?? null;
  }

  /** What the kernel knows of the name at a place of some Python code; null without a kernel, while it runs, or where it knows nothing. */
  async inspect(code: string, cursor: number): ReturnType<KernelSession['inspect']> {
    return (this.connected && !this.#running ? await this.#link.session?.inspect(code, cursor) : null) ?? null;
  }

  async #resume(cell: CellRunner, requestId: string, before: unknown): Promise<void> {
    await this.#runOne(cell, (session, handlers) => {
      handlers.sent?.(requestId);
      return session.resume(requestId, handlers);
    }, before);
    await this.#drain();
  }

  async #takeUp(
    place: KernelPlace,
    { ticket, done, running }: KernelRecord,
    find: (cellId: string) => CellRunner | null,
    before: unknown,
  ): Promise<boolean> {
    if (!(await this.#link.attach(place, ticket))) return false;
    for (const id of done) this.done.add(id);
    const cell = running && find(running.cellId);
    if (cell) void this.#resume(cell, running.requestId, before);
    else this.#look();
    return true;
  }

  #requestStop(): void {
    if (!this.#running) return;
    this.#running.requestStop();
    this.#changed();
  }

  /** A server that only no longer takes the token keeps its kernel: a new token goes on with it. */
  async #control(act: (session: KernelSession) => Promise<void>): Promise<void> {
    const { session } = this.#link;
    if (!session) return;
    await act(session).catch((error: unknown) => {
      if (this.#link.state.phase !== 'unauthorized') this.#link.lose(session, error);
    });
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
    if (this.#draining || this.#running || this.#takingUp) return;
    this.#draining = true;
    this.#machine.cancel();
    try {
      while (this.#queue.length > 0) {
        if (!this.connected && !(await this.#link.hasCome(this.#connect(this)))) this.#skipQueue();
        const cell = this.#queue.shift();
        if (cell) await this.#runOne(cell, (session, handlers) => session.execute(cell.code(), handlers), null);
      }
    } finally {
      this.#draining = false;
    }
    this.#look();
  }

  async #runOne(cell: CellRunner, perform: Perform, before: unknown): Promise<void> {
    const { session } = this.#link;
    if (!session || !this.connected) {
      cell.ended(SKIPPED);
      return;
    }
    this.done.delete(cell.cellId);
    const turn = new CellTurn(cell);
    this.#running = turn;
    this.#changed();
    const result = await turn.run(session, perform, before);
    this.#running = null;
    if (session === this.#link.session && (result.outcome === 'ok' || (result.outcome === 'error' && cell.mayFail))) this.done.add(cell.cellId);
    else this.#skipQueue();
    this.#changed();
    cell.ended(result);
  }

  #skipQueue(): void {
    for (const cell of this.#queue.splice(0)) cell.ended(SKIPPED);
    this.#changed();
  }

  #look(): void {
    this.#machine.soon(() => (this.connected && !this.#running && this.#queue.length === 0 ? this.#link.session : null));
  }

  #changed(): void {
    this.dispatchEvent(new Event('state'));
  }
}
