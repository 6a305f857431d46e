import { factsOf, KernelError, type ErrorFacts } from '../kernel/kernel-error.ts';
import type { KernelPlace } from '../kernel/kernel-place.ts';
import type { KernelSession, KernelStatus, KernelTicket } from '../kernel/kernel-session.ts';
import { placeAddress } from '../kernel/place-address.ts';
import type { PlaceProgress } from '../kernel/place-progress.ts';
import type { KernelRecord } from './kernel-record.ts';

/** How the page stands with its kernel; what the kernel does is another matter. */
export type LinkPhase = 'off' | 'connecting' | 'ready' | 'restarting' | 'reconnecting' | 'unauthorized' | 'lost';

export interface LinkState {
  readonly phase: LinkPhase;
  /** Address of the server in use or last tried, without its token. */
  readonly serverUrl: string | null;
  /** Why there is no kernel, or why the connection to it does not come back. */
  readonly error: ErrorFacts | null;
  /** What a hub says while it starts a server; null otherwise. */
  readonly progress: PlaceProgress | null;
}

export interface SessionEvents {
  readonly status: (status: KernelStatus, error?: KernelError) => void;
  /** Something went wrong and ended nothing. */
  readonly problem: (error: KernelError) => void;
  readonly progress: (progress: PlaceProgress) => void;
  readonly signal: AbortSignal;
}

/** Makes the sessions of the page; loaded when first used, and not before. */
export interface KernelClient {
  openSession(place: KernelPlace, events: SessionEvents): Promise<KernelSession>;
  attachSession(place: KernelPlace, ticket: KernelTicket, events: SessionEvents): Promise<KernelSession>;
  renewSession(session: KernelSession, place: KernelPlace, signal: AbortSignal): Promise<void>;
  stopPlace(place: KernelPlace): Promise<void>;
  tokenComesBack(place: KernelPlace): boolean;
}

/** Whether a later page of this tab can have the token of a place: it is kept or offered again, or the reader typed it in. */
export type TokenSource = 'comes-back' | 'typed';

export interface LinkEvents {
  readonly changed: () => void;
  /** The kernel's state is gone, with the kernel or without it. */
  readonly forgotten: () => void;
}

const WITHOUT_KERNEL: ReadonlySet<LinkPhase> = new Set(['off', 'connecting', 'unauthorized', 'lost']);

/** How a session of one attempt is made, and what becomes of one that comes too late. */
interface Attempt {
  readonly place: KernelPlace;
  readonly token: TokenSource;
  readonly open: (client: KernelClient, events: SessionEvents) => Promise<KernelSession>;
  readonly discard: (session: KernelSession) => void;
}

/** The page's connection to one kernel after another. */
export class KernelLink {
  state: LinkState = { phase: 'off', serverUrl: null, error: null, progress: null };
  /** The session from the moment its kernel exists; `connected` once it is ready. */
  session: KernelSession | null = null;
  place: KernelPlace | null = null;
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
    const { session } = this;
    if (this.state.phase === 'unauthorized' && session && placeAddress(place) === this.state.serverUrl) {
      const renewed = await this.#renew(session, place, token);
      if (renewed !== 'gone') return renewed === 'ready';
    }
    const open: Attempt['open'] = (client, events) => client.openSession(place, events);
    return this.#establish({ place, token, open, discard: endSession });
  }

  /** Whether a connection comes of asking the reader; where nobody can be asked, the state says why. */
  async hasCome(connection: Promise<boolean>): Promise<boolean> {
    return connection.catch((error: unknown) => {
      console.error('The page could not ask for a server.', error);
      this.drop('off', factsOf(error));
      return false;
    });
  }

  /** Connects to a kernel that runs already; one that is reached too late goes on. */
  attach(place: KernelPlace, ticket: KernelTicket): Promise<boolean> {
    const open: Attempt['open'] = (client, events) => client.attachSession(place, ticket, events);
    return this.#establish({ place, token: 'comes-back', open, discard: (session) => { session.detach(); } });
  }

  /** How a later page could take the kernel up; null where there is none, or where that page would not have the token. */
  record(done: KernelRecord['done'], running: KernelRecord['running']): KernelRecord | null {
    const { phase, serverUrl } = this.state;
    if (!this.session || serverUrl === null || this.token === 'typed' || !(this.connected || phase === 'unauthorized')) return null;
    return { address: serverUrl, ticket: this.session.ticket, done, running };
  }

  /** Shuts the kernel down on its server. */
  async end(): Promise<void> {
    const { session } = this;
    this.drop('off', null);
    await session?.shutdown().catch((error: unknown) => { console.warn('The kernel could not be shut down.', error); });
  }

  /** Shuts the kernel down, and with it the hub's server that it runs on. Throws a KernelError where the hub does not. */
  async endServer(): Promise<void> {
    const { place } = this;
    await this.end();
    if (place) await (await this.#client()).stopPlace(place);
  }

  /** A kernel is of no more use, and whatever is left of it is ended. One that is not the page's any more is nobody's concern. */
  lose(session: KernelSession, error: unknown): void {
    if (session !== this.session) return;
    console.error('The kernel was lost.', error);
    this.drop('lost', factsOf(error));
    endSession(session);
  }

  /** Lets go of the kernel without a word to its server. */
  drop(phase: 'off' | 'lost', error: ErrorFacts | null): void {
    this.#attempt.abort();
    this.session = null;
    this.place = null;
    this.#events.forgotten();
    this.#update({ phase, error, progress: null });
  }

  async #establish({ place, token, open, discard }: Attempt): Promise<boolean> {
    const before = this.session;
    this.drop('off', null);
    if (before) endSession(before);
    const attempt = new AbortController();
    const { signal } = attempt;
    this.#attempt = attempt;
    this.token = token;
    this.place = place;
    this.#update({ phase: 'connecting', serverUrl: placeAddress(place) });
    try {
      const client = await this.#client();
      if (isAborted(signal)) return false;
      if (!client.tokenComesBack(place)) this.token = 'typed';
      const session = await open(client, this.#sessionEvents(signal));
      if (isAborted(signal)) {
        discard(session);
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

  #sessionEvents(signal: AbortSignal): SessionEvents {
    const unlessGivenUp = <T extends unknown[]>(act: (...values: T) => void) => (...values: T) => { if (!signal.aborted) act(...values); };
    return {
      signal,
      status: unlessGivenUp((status, error) => { this.#onStatus(status, error); }),
      problem: unlessGivenUp((error) => {
        console.warn('The connection to the kernel has a problem.', error);
        if (this.state.phase === 'reconnecting') this.#update({ error: factsOf(error) });
      }),
      progress: unlessGivenUp((progress) => { this.#update({ progress }); }),
    };
  }

  /** `gone`: there is no kernel to go on with. */
  async #renew(session: KernelSession, place: KernelPlace, token: TokenSource): Promise<'ready' | 'refused' | 'gone'> {
    try {
      await (await this.#client()).renewSession(session, place, this.#attempt.signal);
      if (session !== this.session) return 'gone';
      this.token = token;
      this.place = place;
      this.#update({ phase: 'ready', error: null });
      return 'ready';
    } catch (error) {
      console.error('The server did not take the new token.', error);
      if (session !== this.session || (error instanceof KernelError && error.code === 'kernel-dead')) return 'gone';
      this.#update({ error: factsOf(error) });
      return 'refused';
    }
  }

  #onStatus(status: KernelStatus, error?: KernelError): void {
    if (status === 'dead') {
      if (this.session) this.lose(this.session, error ?? new KernelError('kernel-dead', 'the kernel died, or its server ended it'));
    } else if (status === 'restarting' || status === 'reconnecting' || status === 'unauthorized') {
      if (status === 'restarting') this.#events.forgotten();
      this.#update({ phase: status, error: error ? factsOf(error) : null });
    } else if (status !== 'starting' && this.connected) this.#update({ phase: 'ready', error: null });
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
