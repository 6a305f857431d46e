import { decodeFrame, type OutgoingMessage, V1_PROTOCOL } from './kernel-frames.ts';
import { openWire, type KernelWire } from './kernel-wire.ts';
import type { LinkOptions, LinkState } from './link-options.ts';
import { LinkSilence } from './link-silence.ts';
import { Pause } from './pause.ts';
import { reconnectDelay, refusalDelay } from './reconnect-delay.ts';
import { isForServices, type SocketCarrier, type SteadySocket, steadySocketClass } from './steady-socket.ts';

const PROOF_MS = 3000;
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
  /** The open connection. */
  #wire: KernelWire | null = null;
  /** Ends the present connection, or the try to make one. */
  #drop: () => void = () => undefined;
  #outbox: OutgoingMessage[] = [];
  #renewed = false;
  #refusals: number[] = [];
  readonly #pause = new Pause();
  readonly #silence = new LinkSilence();
  /** When the last frame came, or else the connection was opened. */
  #heard = 0;
  /** A frame has come on this connection. */
  #proved = false;
  #news = Promise.withResolvers<undefined>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#stopWaking = options.wake(() => {
      this.#pause.hurry();
      void this.proven();
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
      this.#pause.end();
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

  begin(socket: SteadySocket): void {
    this.#steady = socket;
    this.#outbox = [];
    this.#setState('opening');
    void this.#keep(socket);
  }

  carry(message: OutgoingMessage, socket: SteadySocket): void {
    if (socket !== this.#steady) return;
    if (this.#wire === null) this.#outbox.push(message);
    else this.#wire.send(message);
  }

  end(socket: SteadySocket): void {
    if (socket !== this.#steady) return;
    this.#steady = null;
    this.#drop();
    this.#pause.end();
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
      const wasOpen = await this.#connect(socket, protocols, opened);
      if (!alive()) return;
      if (wasOpen) {
        opened = true;
        tries = 1;
        this.#setState('reconnecting');
      } else {
        tries += 1;
        if (!opened) protocols = protocols.length === 0 ? [V1_PROTOCOL] : [];
        this.#refusals.push(this.#options.now());
        if (this.#refusals.length >= REFUSED_TRIES) this.#setState('refused');
      }
    }
  }

  /** Waits for the next try and asks the server. False where there is none to be made now. */
  async #permitted(tries: number, alive: () => boolean): Promise<boolean> {
    if (tries > MOST_TRIES) return this.#finish('lost');
    await this.#pause.wait(reconnectDelay(tries - 1, this.#options.random), true);
    if (!alive()) return false;
    const { kind } = await this.#options.ask();
    if (!alive()) return false;
    if (kind === 'gone') return this.#finish('gone');
    if (kind === 'unauthorized') {
      this.#setState('unauthorized');
      await this.#pause.wait(null, false);
      return false;
    }
    if (kind === 'unanswered') {
      if (tries === SILENT_TRIES) this.#options.onSilence();
      return false;
    }
    await this.#pause.wait(refusalDelay(this.#refusals, this.#options.now()), false);
    return alive();
  }

  #finish(state: 'gone' | 'lost'): false {
    this.#steady = null;
    this.#setState(state);
    return false;
  }

  /** Resolves when the connection has ended, with whether it was open. */
  #connect(socket: SteadySocket, protocols: readonly string[], again: boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const wire = openWire({
        WebSocket: this.#options.WebSocket,
        address: this.#options.address(socket.url),
        protocols,
        onOpen: (open) => { this.#opened(open, socket, again); },
        onData: (data) => { this.#receive(data, socket); },
        onEnd: (wasOpen) => {
          this.#wire = null;
          this.#drop = () => undefined;
          resolve(wasOpen);
        },
      });
      this.#drop = () => { wire.close(); };
    });
  }

  #opened(wire: KernelWire, socket: SteadySocket, again: boolean): void {
    this.#wire = wire;
    this.#refusals = [];
    this.#heard = this.#options.now();
    this.#proved = false;
    if (again && !this.#silence.isDoubted) this.#options.onGap();
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
    if (this.#silence.broken()) this.#options.onGap();
    this.#heard = this.#options.now();
    this.#proved = true;
    this.#tell();
    try {
      const frame = decodeFrame(data);
      this.#options.onFrame(frame);
      if (isForServices(frame)) socket.onmessage?.({ data: frame });
    } catch (error) {
      this.#options.onUnreadable(error);
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

  #quietMs(): number {
    return this.#options.now() - this.#heard;
  }

  async #listen(): Promise<void> {
    if (this.#state !== 'open' || this.#quietMs() < this.#options.heartbeatSeconds * 1000) return;
    const step = this.#silence.look();
    if (step === 'ask') this.#sendBeat();
    if (step === 'replace') await this.#suspect();
  }

  /** The kernel did not answer: the connection is replaced, unless something comes meanwhile. */
  async #suspect(): Promise<void> {
    const [wire, heard] = [this.#wire, this.#heard];
    const presence = await this.#options.ask();
    if (wire !== this.#wire || heard !== this.#heard) return;
    if (presence.kind === 'there' && presence.connections !== 0) this.#silence.replaced();
    this.#drop();
  }

  #sendBeat(): void {
    this.#wire?.send(this.#options.beat());
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
