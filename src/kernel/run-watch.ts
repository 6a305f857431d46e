import type { KernelPresence } from './kernel-presence.ts';
import type { KernelRun } from './kernel-run.ts';

export interface RunWatchOptions {
  readonly seconds: number;
  readonly ask: () => Promise<KernelPresence>;
  /** Sends a request behind all others; resolves when the kernel has answered it, rejects or stays pending where it does not. */
  readonly passed: () => Promise<void>;
  /** False while the connection or the kernel is being made anew. */
  readonly isSteady: () => boolean;
  readonly onActive: (active: boolean) => void;
  readonly onGone: () => void;
  /** The server has no connection to the kernel at all. */
  readonly onUnconnected: () => void;
}

/** Looks at a run of which something is missing before the kernel is asked whether it is past it. */
const DOUBTFUL_LOOKS = 2;

/**
 * Ends runs that nothing else would end: the kernel was deleted on its server (culled, or by another client), or a request
 * or its answer was lost on the way. A kernel answers the requests of its shell channel in order, so once it has answered a
 * later one, a run is past. The server's own word is not taken for it: jupyter-server 1 calls a kernel idle as soon as that
 * has answered anything, on the control channel too.
 */
export class RunWatch {
  readonly #options: RunWatchOptions;
  readonly #runs = new Map<KernelRun, number>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #looking = false;
  #asked: object | null = null;

  constructor(options: RunWatchOptions) {
    this.#options = options;
  }

  track(run: KernelRun): void {
    if (this.#runs.size === 0) {
      this.#timer = setInterval(() => { void this.#look(); }, this.#options.seconds * 1000);
      this.#options.onActive(true);
    }
    this.#runs.set(run, 0);
    void run.ended.then(() => { this.#leave(run); });
  }

  /** Messages may have been lost: whether the runs are past is asked at once. */
  doubt(): void {
    this.#asked = null;
    if (this.#runs.size > 0) void this.#ask();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #leave(run: KernelRun): void {
    this.#runs.delete(run);
    if (this.#runs.size > 0) return;
    this.stop();
    this.#options.onActive(false);
  }

  async #look(): Promise<void> {
    if (this.#looking || !this.#options.isSteady()) return;
    this.#looking = true;
    const presence = await this.#options.ask();
    this.#looking = false;
    if (this.#runs.size === 0 || !this.#options.isSteady()) return;
    if (presence.kind === 'gone') this.#options.onGone();
    if (presence.kind === 'there' && presence.connections === 0) this.#options.onUnconnected();
    for (const [run, looks] of this.#runs) this.#runs.set(run, run.isGoingWell ? 0 : looks + 1);
    if ([...this.#runs.values()].some((looks) => looks >= DOUBTFUL_LOOKS)) await this.#ask();
  }

  async #ask(): Promise<void> {
    if (this.#asked !== null) return;
    const question = {};
    this.#asked = question;
    const runs = [...this.#runs.keys()];
    try {
      await this.#options.passed();
      for (const run of runs) run.endIncomplete();
    } catch (error) {
      console.warn('The kernel could not be asked whether it is past a run.', error);
    } finally {
      if (this.#asked === question) this.#asked = null;
    }
  }
}
