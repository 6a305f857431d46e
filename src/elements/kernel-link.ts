import { factsOf, KernelError, type ErrorFacts } from '../kernel/kernel-error.ts';
import type { KernelPlace, PlaceProgress } from '../kernel/kernel-place.ts';
import type { KernelSession, KernelStatus, KernelTicket } from '../kernel/kernel-session.ts';

/** How the page stands with its kernel; what the kernel does is another matter. */
export type LinkPhase = 'off' | 'connecting' | 'ready' | 'restarting' | 'reconnecting' | 'unauthorized' | 'lost';

export interface LinkState {
  readonly phase: LinkPhase;
  /** Address of the server in use or last tried, without its token. */
  readonly serverUrl: string | null;
  readonly error: ErrorFacts | null;
  /** What a hub says while it starts a server; null otherwise. */
  readonly progress: PlaceProgress | null;
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

/** Whether a later page of this tab can have the token of a place: it is kept or offered again, or the reader typed it in. */
export type TokenSource = 'comes-back' | 'typed';

export interface LinkEvents {
  readonly changed: () => void;
  /** The kernel's state is gone, with the kernel or without it. */
  readonly forgotten: () => void;
}

const WITHOUT_KERNEL: ReadonlySet<LinkPhase> = new Set(['off', 'connecting', 'unauthorized', 'lost']);

/** The page's connection to one kernel after another. */
export class KernelLink {
  state: LinkState = { phase: 'off', serverUrl: null, error: null, progress: null };
  /** The session from the moment its kernel exists; `connected` once it is ready. */
  session: KernelSession | null = null;
  token: TokenSource = 'typed';
  readonly #client: () => Promise<KernelClient>;
  readonly #events: LinkEvents;
  /** Ended when the connection that is being made, or is there, is given up. */
  #attempt = new AbortController();

  constructor(client: () => Promise<KernelClient>, events: LinkEvents) {
    this.#client = client;
    this.#events = events;
  }

  get connected(): boolean {
    return !WITHOUT_KERNEL.has(this.state.phase);
  }

  /** Connects to a new kernel in place of the present one; where only the token has run out, goes on with the present one. */
  async connect(place: KernelPlace, token: TokenSource): Promise<boolean> {
    const client = await this.#client();
    const { session } = this;
    if (this.state.phase === 'unauthorized' && session && client.addressOf(place) === this.state.serverUrl) {
      return this.#renew(() => client.renewSession(session, place, this.#attempt.signal), token);
    }
    await this.end();
    return this.#establish(client.addressOf(place), token, (events) => client.openSession(place, events));
  }

  async attach(place: KernelPlace, ticket: KernelTicket): Promise<boolean> {
    const client = await this.#client();
    return this.#establish(client.addressOf(place), 'comes-back', (events) => client.attachSession(place, ticket, events));
  }

  /** Shuts the kernel down on its server. */
  async end(): Promise<void> {
    const { session } = this;
    this.drop('off', null);
    await session?.shutdown().catch((error: unknown) => { console.warn('The kernel could not be shut down.', error); });
  }

  /** The kernel is of no more use, and whatever is left of it is ended. */
  lose(error: unknown): void {
    console.error('The kernel was lost.', error);
    const { session } = this;
    this.drop('lost', factsOf(error));
    if (session) endSession(session);
  }

  /** Lets go of the kernel without a word to its server. */
  drop(phase: 'off' | 'lost', error: ErrorFacts | null): void {
    this.#attempt.abort();
    this.session = null;
    this.#events.forgotten();
    this.#update({ phase, error, progress: null });
  }

  async #establish(serverUrl: string, token: TokenSource, open: (events: SessionEvents) => Promise<KernelSession>): Promise<boolean> {
    const attempt = new AbortController();
    const { signal } = attempt;
    this.#attempt = attempt;
    this.token = token;
    this.#update({ phase: 'connecting', serverUrl, error: null, progress: null });
    try {
      const session = await open({
        signal,
        status: (status) => { if (!signal.aborted) this.#onStatus(status); },
        progress: (progress) => { if (!signal.aborted) this.#update({ progress }); },
      });
      if (isAborted(signal)) {
        endSession(session);
        return false;
      }
      this.session = session;
      await session.ready();
      if (isAborted(signal)) return false;
      this.#update({ phase: 'ready', progress: null });
      return true;
    } catch (error) {
      if (isAborted(signal)) return false;
      console.error('The page could not connect to a kernel.', error);
      this.drop('off', factsOf(error));
      return false;
    }
  }

  async #renew(renew: () => Promise<void>, token: TokenSource): Promise<boolean> {
    try {
      await renew();
      this.token = token;
      this.#update({ phase: 'ready', error: null });
      return true;
    } catch (error) {
      console.error('The server did not take the new token.', error);
      this.#update({ error: factsOf(error) });
      return false;
    }
  }

  #onStatus(status: KernelStatus): void {
    if (status === 'dead') this.lose(new KernelError('kernel-dead', 'the kernel died, or its server ended it'));
    else if (status === 'restarting' || status === 'reconnecting' || status === 'unauthorized') {
      if (status === 'restarting') this.#events.forgotten();
      this.#update({ phase: status });
    } else if (status !== 'starting' && this.connected) this.#update({ phase: 'ready' });
  }

  #update(change: Partial<LinkState>): void {
    this.state = { ...this.state, ...change };
    this.#events.changed();
  }
}

/** Asked after each wait: the attempt may have been given up meanwhile. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function endSession(session: KernelSession): void {
  session.shutdown().catch((error: unknown) => { console.warn('The kernel could not be shut down.', error); });
}
