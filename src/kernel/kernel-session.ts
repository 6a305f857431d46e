import type { IOPubMessage } from '../output/reduce-outputs.ts';
import type { ExecutionOutcome, ExecutionResult } from '../cell/execution-result.ts';
import { startJupyterKernel, type KernelConnection } from './jupyter-kernel.ts';
import type { KernelServer } from './server-address.ts';

export type KernelStatus = 'starting' | 'idle' | 'busy' | 'restarting' | 'dead' | 'reconnecting';

export interface KernelSessionOptions {
  readonly server: KernelServer;
  /** Text of `cuda_magic.py`, run silently in every fresh kernel. */
  readonly helperSource: string;
  readonly onStatus?: (status: KernelStatus) => void;
  /** How long Stop waits for an interrupt to work before it restarts the kernel. */
  readonly stopTimeoutSeconds?: number;
}

interface Run {
  stopRequested: boolean;
  readonly abandon: (outcome: ExecutionOutcome) => void;
}

/** One kernel with the helper in it: runs one piece of code at a time. */
export class KernelSession {
  readonly #kernel: KernelConnection;
  readonly #options: Required<KernelSessionOptions>;
  #run: Run | null = null;
  /** False after the server restarted a kernel that died: the next run loads the helper first. */
  #helperLoaded = false;

  private constructor(kernel: KernelConnection, options: Required<KernelSessionOptions>) {
    this.#kernel = kernel;
    this.#options = options;
    kernel.statusChanged.connect((_, status) => this.#report(status));
    kernel.connectionStatusChanged.connect((_, status) => {
      if (status === 'connecting') options.onStatus('reconnecting');
    });
  }

  /** Starts a kernel and loads the helper. Throws a KernelError. */
  static async start(options: KernelSessionOptions): Promise<KernelSession> {
    const complete = { onStatus: () => undefined, stopTimeoutSeconds: 5, ...options };
    complete.onStatus('starting');
    const session = new KernelSession(await startJupyterKernel(options.server), complete);
    await session.#loadHelper();
    complete.onStatus('idle');
    return session;
  }

  /**
   * Runs code and hands every IOPub message of it to `onMessage`. Always ends, in one of the outcomes.
   * Throws a RangeError while another run is going on.
   */
  async execute(code: string, onMessage: (message: IOPubMessage) => void): Promise<ExecutionResult> {
    if (this.#run) throw new RangeError('a kernel session runs one cell at a time');
    const started = performance.now();
    const abandoned = Promise.withResolvers<ExecutionOutcome>();
    const run: Run = { stopRequested: false, abandon: abandoned.resolve };
    this.#run = run;
    try {
      if (!this.#helperLoaded) await this.#loadHelper();
      const outcome = await Promise.race([this.#request(code, run, onMessage), abandoned.promise]);
      return { outcome, seconds: (performance.now() - started) / 1000 };
    } finally {
      this.#run = null;
    }
  }

  async #request(code: string, run: Run, onMessage: (message: IOPubMessage) => void): Promise<ExecutionOutcome> {
    const future = this.#kernel.requestExecute({ code, allow_stdin: false, stop_on_error: true, store_history: true });
    future.onIOPub = (message) => onMessage(message as unknown as IOPubMessage);
    try {
      const { content } = await future.done;
      if (content.status === 'ok') return 'ok';
      if (content.status === 'error') return run.stopRequested && content.ename === 'KeyboardInterrupt' ? 'interrupted' : 'error';
      return run.stopRequested ? 'interrupted' : 'skipped';
    } catch (cause) {
      // The future is cancelled when the kernel restarts or dies: what the code did until then is not known.
      console.warn('A run ended without an answer.', cause);
      return run.stopRequested ? 'interrupted' : 'unknown';
    }
  }

  /** Interrupts what runs; where that has no effect in time, restarts the kernel. Without a run it does nothing. */
  async stop(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    if (run.stopRequested) return this.restart();
    run.stopRequested = true;
    await this.#kernel.interrupt();
    setTimeout(() => {
      if (this.#run === run) void this.restart();
    }, this.#options.stopTimeoutSeconds * 1000);
  }

  /** Restarts the kernel: all state of earlier cells is gone, a run in progress ends as interrupted. */
  async restart(): Promise<void> {
    const run = this.#run;
    this.#options.onStatus('restarting');
    if (run) run.stopRequested = true;
    await this.#kernel.restart();
    run?.abandon('interrupted');
    this.#helperLoaded = false;
    await this.#loadHelper();
    this.#options.onStatus('idle');
  }

  /** Ends the kernel on the server and the connection. */
  async shutdown(): Promise<void> {
    this.#run?.abandon('interrupted');
    try {
      await this.#kernel.shutdown();
    } finally {
      this.#kernel.dispose();
    }
  }

  async #loadHelper(): Promise<void> {
    const { content } = await this.#kernel.requestExecute(
      { code: this.#options.helperSource, silent: true, store_history: false, stop_on_error: false },
    ).done;
    if (content.status === 'error') {
      throw new Error(`the kernel refused the CUDA helper: ${content.ename}: ${content.evalue}`);
    }
    this.#helperLoaded = true;
  }

  #report(status: string): void {
    if (status === 'idle' || status === 'busy') this.#options.onStatus(status);
    else if (status === 'autorestarting' || status === 'dead') {
      this.#options.onStatus(status === 'dead' ? 'dead' : 'restarting');
      this.#helperLoaded = false;
      this.#run?.abandon('unknown');
    }
  }
}
