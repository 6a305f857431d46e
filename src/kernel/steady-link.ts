import { decodeFrame, encodeFrame, type KernelFrame, type OutgoingMessage, V1_PROTOCOL } from './kernel-frames.ts';
import type { KernelPresence } from './kernel-presence.ts';
import { reconnectDelay, refusalDelay } from './reconnect-delay.ts';
import { type SocketCarrier, type SteadySocket, steadySocketClass } from './steady-socket.ts';

/**
 * `refused`: the server has the kernel but takes no WebSocket; still tried. `lost`: given up. `gone`, `lost` and `closed` are final,
 * `unauthorized` ends with `renew`.
 */
export type LinkState = 'opening' | 'open' | 'reconnecting' | 'refused' | 'unauthorized' | 'gone' | 'lost' | 'closed';

export interface LinkOptions {
  readonly ask: () => Promise<KernelPresence>;
  /** Puts the token into the address of a WebSocket. */
  readonly address: (url: string) => string;
  /** A request that any kernel answers on its control channel. */
  readonly beat: () => OutgoingMessage;
  readonly onState: (state: LinkState) => void;
  readonly onFrame: (frame: KernelFrame) => void;
  /** Connected anew to the same kernel. */
  readonly onReopened: () => void;
  /** Messages may be missing from here on. */
  readonly onGap: () => void;
  readonly onUnreadable: (error: unknown) => void;
  /** The server has not answered for some tries; they go on. */
  readonly onSilence: () => void;
  readonly WebSocket: typeof WebSocket;
  /** Calls the listener when connecting is worth a try at once (network back, page visible again); returns how to end that. */
  readonly wake: (listener: () => void) => () => void;
  readonly heartbeatSeconds: number;
  readonly random: () => number;
  /** Milliseconds from any start. */
  readonly now: () => number;
}

/** How a connection ended. */
type Ending = 'unopened' | 'cut';

const HANDSHAKE_MS = 30_000;
const PROOF_MS = 3000;
/** Looks at a silent connection before it is replaced. */
const PATIENCE = 2;
/** Refused upgrades after which it is no accident. */
const REFUSED_TRIES = 4;
const SILENT_TRIES = 4;
/** Some 15 minutes; a computer that sleeps does not count. */
const MOST_TRIES = 66;
const FINAL: ReadonlySet<LinkState> = new Set(['gone', 'lost', 'closed']);

/** The connection to a kernel: it is made anew whenever it breaks, until the kernel is gone or the link is closed. */
export class SteadyLink implements SocketCarrier {
  readonly Socket: typeof WebSocket = steadySocketClass(this);
  #state: LinkState = 'opening';
  readonly #options: LinkOptions;
  readonly #stopWaking: () => void;
  #steady: SteadySocket | null = null;
  #real: WebSocket | null = null;
  /** Ends the present connection, or the try to make one. */
  #drop: () => void = () => undefined;
  #outbox: OutgoingMessage[] = [];
  #renewed = false;
  #refusals: number[] = [];
  #pause: { readonly end: () => void; readonly mayHurry: boolean } | null = null;
  /** When the last frame came, or else the connection was opened. */
  #heard = 0;
  /** A frame has come on this connection. */
  #proved = false;
  #news = Promise.withResolvers<undefined>();
  /** Looks since the last frame, and after how many of them the connection is replaced. */
  #silentLooks = 0;
  #patience = PATIENCE;
  /** What silence has led to. `deaf`: the kernel does not answer on a fresh connection either. */
  #doubt: 'none' | 'replaced' | 'deaf' = 'none';
  /** The kernel has been deaf before: silence says little. */
  #oftenDeaf = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#stopWaking = options.wake(() => {
      if (this.#pause?.mayHurry) this.#pause.end();
      else void this.proven();
    });
  }

  get state(): LinkState {
    return this.#state;
  }

  /** While something is waited for, silence is looked into. */
  watch(on: boolean): void {
    clearInterval(this.#timer);
    if (on) this.#timer = setInterval(() => { void this.#listen(); }, this.#options.heartbeatSeconds * 1000);
  }

  /** The token is another one: tries at once, and resolves with the first state that says what became of it. */
  async renew(): Promise<LinkState> {
    if (this.#state === 'unauthorized') {
      this.#refusals = [];
      this.#renewed = true;
      this.#setState('reconnecting');
      this.#pause?.end();
    }
    while (this.#state === 'reconnecting' || this.#state === 'opening') await this.#news.promise;
    return this.#state;
  }

  /** The server says that it has no connection of ours. */
  distrust(): void {
    if (this.#state === 'open' && this.#quietMs() > PROOF_MS) this.#drop();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#stopWaking();
    if (this.#steady) this.end(this.#steady);
    this.#setState('closed');
  }

  /**
   * Resolves when the connection is known to work, however long that takes, or when there will be none. What is sent in
   * the moment before may lose its answers. Never rejects.
   */
  async proven(): Promise<void> {
    for (let silences = 0; silences < 2 && !FINAL.has(this.#state); ) {
      if (this.#state !== 'open') await this.#news.promise;
      else if (await this.#answers()) return;
      else if (++silences < 2) await this.#suspect();
    }
  }

  /** Whether something has come lately, or comes now. */
  async #answers(): Promise<boolean> {
    const fresh = () => this.#proved && this.#quietMs() < this.#options.heartbeatSeconds * 1000;
    if (fresh()) return true;
    this.#sendBeat();
    const limit = Promise.withResolvers<undefined>();
    const timer = setTimeout(limit.resolve, PROOF_MS, undefined);
    await Promise.race([this.#news.promise, limit.promise]);
    clearTimeout(timer);
    return fresh();
  }

  begin(socket: SteadySocket): void {
    this.#steady = socket;
    this.#outbox = [];
    this.#setState('opening');
    void this.#keep(socket);
  }

  carry(message: OutgoingMessage, socket: SteadySocket): void {
    if (socket !== this.#steady) return;
    if (this.#real === null) this.#outbox.push(message);
    else this.#real.send(encodeFrame(message, this.#real.protocol));
  }

  end(socket: SteadySocket): void {
    if (socket !== this.#steady) return;
    this.#steady = null;
    this.#drop();
    this.#pause?.end();
  }

  async #keep(socket: SteadySocket): Promise<void> {
    const alive = () => this.#steady === socket;
    // A server that knows no subprotocols may refuse the upgrade for one; what has worked is kept to.
    let protocols = [V1_PROTOCOL];
    let opened = false;
    // Right after a kernel's start or restart the server need not be asked.
    for (let tries = 0; alive(); ) {
      if (tries > 0 && !(await this.#permitted(tries, alive))) {
        tries = this.#renewed ? 1 : tries + 1;
        this.#renewed = false;
        continue;
      }
      const ending = await this.#connect(socket, protocols, opened);
      if (!alive()) return;
      if (ending === 'unopened') {
        tries += 1;
        if (!opened) protocols = protocols.length === 0 ? [V1_PROTOCOL] : [];
        this.#refusals.push(this.#options.now());
        if (this.#refusals.length >= REFUSED_TRIES) this.#setState('refused');
      } else {
        opened = true;
        tries = 1;
        this.#setState('reconnecting');
      }
    }
  }

  /** Waits for the next try and asks the server. False where there is none to be made now. */
  async #permitted(tries: number, alive: () => boolean): Promise<boolean> {
    if (tries > MOST_TRIES) return this.#finish('lost');
    await this.#wait(reconnectDelay(tries - 1, this.#options.random), true);
    if (!alive()) return false;
    const { kind } = await this.#options.ask();
    if (!alive()) return false;
    if (kind === 'gone') return this.#finish('gone');
    if (kind === 'unauthorized') {
      this.#setState('unauthorized');
      await this.#wait(null, false);
      return false;
    }
    if (kind === 'unanswered') {
      if (tries === SILENT_TRIES) this.#options.onSilence();
      return false;
    }
    await this.#wait(refusalDelay(this.#refusals, this.#options.now()), false);
    return alive();
  }

  #finish(state: 'gone' | 'lost'): false {
    this.#steady = null;
    this.#setState(state);
    return false;
  }

  #connect(socket: SteadySocket, protocols: string[], again: boolean): Promise<Ending> {
    const { WebSocket: Real, address } = this.#options;
    return new Promise((resolve) => {
      const real = new Real(address(socket.url), protocols);
      real.binaryType = 'arraybuffer';
      const limit = setTimeout(() => { this.#drop(); }, HANDSHAKE_MS);
      let ending: Ending = 'unopened';
      this.#drop = () => {
        clearTimeout(limit);
        real.onopen = real.onmessage = real.onclose = null;
        this.#real = null;
        this.#drop = () => undefined;
        real.close();
        resolve(ending);
      };
      real.onopen = () => {
        clearTimeout(limit);
        ending = 'cut';
        this.#opened(real, socket, again);
      };
      real.onmessage = ({ data }: MessageEvent<unknown>) => { this.#receive(data, socket); };
      real.onclose = () => { this.#drop(); };
    });
  }

  #opened(real: WebSocket, socket: SteadySocket, again: boolean): void {
    this.#real = real;
    this.#refusals = [];
    this.#heard = this.#options.now();
    this.#proved = false;
    if (again && this.#doubt === 'none') this.#options.onGap();
    this.#setState('open');
    if (again) {
      this.#sendBeat();
      this.#options.onReopened();
    } else {
      socket.onopen?.({});
    }
    for (const message of this.#outbox.splice(0)) this.carry(message, socket);
  }

  #receive(data: unknown, socket: SteadySocket): void {
    if (this.#doubt === 'replaced') this.#options.onGap();
    this.#doubt = 'none';
    this.#heard = this.#options.now();
    this.#proved = true;
    this.#silentLooks = 0;
    this.#patience = this.#oftenDeaf ? PATIENCE * 4 : PATIENCE;
    this.#tell();
    try {
      const frame = decodeFrame(data);
    this.#options.onFrame(frame);
      if (isForServices(frame)) socket.onmessage?.({ data: frame });
    } catch (error) {
      this.#options.onUnreadable(error);
    }
  }

  #quietMs(): number {
    return this.#options.now() - this.#heard;
  }

  async #listen(): Promise<void> {
    if (this.#state !== 'open' || this.#quietMs() < this.#options.heartbeatSeconds * 1000) return;
    this.#silentLooks += 1;
    if (this.#doubt === 'replaced') {
      this.#doubt = 'deaf';
      this.#oftenDeaf = true;
    }
    if (this.#silentLooks === 1) this.#sendBeat();
    else if (this.#silentLooks >= this.#patience) {
      this.#patience *= 4;
      await this.#suspect();
    }
  }

  /**
   * The kernel did not answer. The connection may be half open, or the kernel holds Python's lock and cannot answer: a fresh
   * connection tells, and loses nothing in the second case, for such a kernel sends nothing either.
   */
  async #suspect(): Promise<void> {
    const [real, heard] = [this.#real, this.#heard];
    const presence = await this.#options.ask();
    if (real !== this.#real || heard !== this.#heard) return;
    const listed = presence.kind === 'there' && presence.connections !== 0;
    if (listed) this.#doubt = 'replaced';
    this.#drop();
  }

  #sendBeat(): void {
    this.#real?.send(encodeFrame(this.#options.beat(), this.#real.protocol));
  }

  /** Waits so long, or with null until `renew` or the end. */
  async #wait(milliseconds: number | null, mayHurry: boolean): Promise<void> {
    if (milliseconds !== null && milliseconds <= 0) return;
    const { promise, resolve: end } = Promise.withResolvers<undefined>();
    this.#pause = { end: () => { end(undefined); }, mayHurry };
    const timer = milliseconds === null ? undefined : setTimeout(end, milliseconds);
    await promise;
    clearTimeout(timer);
    this.#pause = null;
  }

  /** Wakes those who wait for a frame or another state. */
  #tell(): void {
    this.#news.resolve(undefined);
    this.#news = Promise.withResolvers();
  }

  #setState(state: LinkState): void {
    if (this.#state === state || this.#state === 'closed') return;
    this.#state = state;
    this.#tell();
    this.#options.onState(state);
  }
}

/** What it needs for its futures; restarts are not its business. */
function isForServices({ channel, header, content }: KernelFrame): boolean {
  if (channel !== 'iopub') return true;
  return header.msg_type === 'status' && ['busy', 'idle'].includes((content as { readonly execution_state?: string }).execution_state ?? '');
}
