import type { ExecutionOutcome, ExecutionResult } from '../cell/execution-result.ts';
import { attachJupyterKernel, kernelConnected, kernelState, startJupyterKernel, withTimeout, type KernelConnection } from './jupyter-kernel.ts';
import { parseCompletion, parseInspection, type Completion, type KernelEnvironment } from './kernel-answers.ts';
import { KernelError } from './kernel-error.ts';
import type { RunHandlers } from './run-handlers.ts';
import { accessServer } from './server-access.ts';
import type { KernelServer } from './server-address.ts';

export type KernelStatus = 'starting' | 'idle' | 'busy' | 'restarting' | 'dead' | 'reconnecting' | 'unauthorized';

/** What a later page needs to take a kernel up. It holds no token. */
export interface KernelTicket {
  readonly kernelId: string;
  readonly kernelName: string;
  readonly clientId: string;
}

export interface KernelSessionOptions {
  readonly server: KernelServer;
  /** Text of `cuda_magic.py`, run silently in every fresh kernel. */
  readonly helperSource: string;
  readonly onStatus?: (status: KernelStatus) => void;
  /** What went wrong and did not end anything. The message holds no token. */
  readonly onProblem?: (problem: KernelError) => void;
  /** How long Stop waits for an interrupt to work before it restarts the kernel. */
  readonly stopTimeoutSeconds?: number;
  /** How long a fresh kernel may take to answer, and then to take the helper. */
  readonly connectTimeoutSeconds?: number;
  /** How often a run that has not ended asks the server whether its kernel is still there. */
  readonly watchSeconds?: number;
}

/** The longest wait for a server to start a dead kernel anew. */
const REVIVAL_SECONDS = 20;

/** One call of `execute`. */
interface Run {
  stopRequested: boolean;
  /** Set when the run was ended from outside: nothing more is sent for it. */
  abandoned: boolean;
  /** Id of the request, once it is sent: its outputs have it as their parent. */
  requestId: string | null;
  readonly handlers: RunHandlers;
  readonly abandon: (outcome: ExecutionOutcome) => void;
  escalation?: ReturnType<typeof setTimeout>;
}

/** One kernel with the helper in it: runs one piece of code at a time. */
export class KernelSession {
  readonly #kernel: KernelConnection;
  readonly #options: Required<KernelSessionOptions>;
  #run: Run | null = null;
  #restarting: Promise<void> | null = null;
  #closed = false;
  /** The server has the kernel no more: there is nothing to shut down. */
  #gone = false;
  /** Resolves when a kernel that died runs again or is given up; null before the first death. */
  #revival: PromiseWithResolvers<void> | null = null;
  /** False in a kernel that was started anew, by us or by the server after its death: the next run loads the helper first. */
  #helperLoaded = false;

  private constructor(kernel: KernelConnection, options: Required<KernelSessionOptions>) {
    this.#kernel = kernel;
    this.#options = options;
    kernel.statusChanged.connect((_, status) => { this.#kernelStatus(status); });
    // Not the future's own messages: it is not told of updates to displays of other cells.
    kernel.iopubMessage.connect((_, message) => {
      const run = this.#run;
      if (run && !run.abandoned && run.requestId !== null && 'msg_id' in message.parent_header && message.parent_header.msg_id === run.requestId) {
        run.handlers.message(message);
      }
    });
    kernel.connectionStatusChanged.connect((_, status) => { this.#connectionStatus(status); });
  }

  /**
   * Starts a kernel on the server; `ready` makes it usable. Whoever may go away in between can end the kernel already.
   * Throws a KernelError.
   */
  static async open(options: KernelSessionOptions): Promise<KernelSession> {
    const complete = completeOptions(options);
    complete.onStatus('starting');
    return new KernelSession(await startJupyterKernel((await accessServer(options.server)).server), complete);
  }

  /** Takes up a kernel that an earlier page started. Throws a KernelError. */
  static async attach(options: KernelSessionOptions & { readonly ticket: KernelTicket }): Promise<KernelSession> {
    const complete = completeOptions(options);
    complete.onStatus('starting');
    return new KernelSession(attachJupyterKernel((await accessServer(options.server)).server, options.ticket), complete);
  }

  /** With it a later page takes this kernel up. */
  get ticket(): KernelTicket {
    const { id, name, clientId } = this.#kernel;
    return { kernelId: id, kernelName: name, clientId };
  }

  /** Connects to the kernel and loads the helper. Throws a KernelError; no kernel is left on the server then. */
  async ready(): Promise<void> {
    const { connectTimeoutSeconds } = this.#options;
    try {
      await kernelConnected(this.#kernel, connectTimeoutSeconds);
      await withTimeout(this.#loadHelper(), connectTimeoutSeconds, () => new KernelError('timeout', 'the kernel did not take the CUDA helper in time'));
    } catch (error) {
      await this.shutdown().catch((cause: unknown) => { console.warn('The kernel could not be shut down.', cause); });
      throw error;
    }
    this.#options.onStatus('idle');
  }

  /** A session that is ready: `open` and `ready` in one. */
  static async start(options: KernelSessionOptions): Promise<KernelSession> {
    const session = await KernelSession.open(options);
    await session.ready();
    return session;
  }

  /**
   * Runs code. Always ends, in one of the outcomes. Throws a RangeError while another run is going on.
   */
  execute(code: string, handlers: RunHandlers): Promise<ExecutionResult> {
    return this.#begin(handlers, (run) => this.#request(code, run));
  }

  /** Takes up a run that an earlier page began on this kernel. Always ends, as `execute` does. */
  resume(requestId: string, handlers: RunHandlers): Promise<ExecutionResult> {
    return this.#begin(handlers, (run) => {
      run.requestId = requestId;
      return new Promise(() => undefined);
    });
  }

  /** The kernel's machine, asked silently. Throws where the helper gives no answer. */
  environment(): Promise<KernelEnvironment> {
    return Promise.reject(new Error('the kernel did not report its machine'));
  }

  /** What could stand at the cursor, which counts code points; null where the kernel knows nothing or does not answer in time. */
  async complete(code: string, cursor: number): Promise<Completion | null> {
    return parseCompletion((await this.#kernel.requestComplete({ code, cursor_pos: cursor })).content);
  }

  /** What the kernel knows of the name at the cursor, a MIME bundle; null where it knows nothing or does not answer in time. */
  async inspect(code: string, cursor: number): Promise<Readonly<Record<string, unknown>> | null> {
    return parseInspection((await this.#kernel.requestInspect({ code, cursor_pos: cursor, detail_level: 0 })).content);
  }

  /** Goes on with a new token after `unauthorized`. */
  renew(server: KernelServer): void {
    throw new KernelError('unauthorized', `the session on ${server.url} cannot take a new token yet`);
  }

  async #begin(handlers: RunHandlers, request: (run: Run) => Promise<ExecutionOutcome>): Promise<ExecutionResult> {
    if (this.#run) throw new RangeError('a kernel session runs one cell at a time');
    const started = performance.now();
    const ended = Promise.withResolvers<ExecutionOutcome>();
    const run: Run = {
      stopRequested: false,
      abandoned: false,
      requestId: null,
      handlers,
      abandon: (outcome) => {
        run.abandoned = true;
        ended.resolve(outcome);
      },
    };
    this.#run = run;
    const watch = this.#watch(run);
    try {
      const outcome = await Promise.race([request(run), ended.promise]);
      return { outcome, seconds: (performance.now() - started) / 1000 };
    } finally {
      clearInterval(watch);
      clearTimeout(run.escalation);
      this.#run = null;
    }
  }

  /**
   * Ends a run that nothing else would end: the kernel was deleted on its server (culled, or by another client), or it has
   * been idle for two looks, so the request or its reply was lost on the way.
   */
  #watch(run: Run): ReturnType<typeof setInterval> {
    let idleLooks = 0;
    return setInterval(() => {
      if (this.#restarting || run.abandoned) return;
      void kernelState(this.#kernel).then((state) => {
        if (this.#run !== run || this.#restarting) return;
        idleLooks = state === 'idle' ? idleLooks + 1 : 0;
        if (state === 'gone') {
          this.#gone = true;
          this.#lose('dead');
        }
        if (idleLooks === 2) run.abandon('unknown');
      });
    }, this.#options.watchSeconds * 1000);
  }

  async #request(code: string, run: Run): Promise<ExecutionOutcome> {
    try {
      await this.#restarting;
      if (!this.#helperLoaded) await this.#loadHelper();
      if (isOver(run)) return 'interrupted';
      const future = this.#kernel.requestExecute({ code, allow_stdin: false, stop_on_error: true, store_history: true });
      run.requestId = future.msg.header.msg_id;
      run.handlers.sent?.(run.requestId);
      const { content } = await future.done;
      if (content.status === 'ok') return 'ok';
      if (content.status === 'error') return run.stopRequested && content.ename === 'KeyboardInterrupt' ? 'interrupted' : 'error';
      return run.stopRequested ? 'interrupted' : 'skipped';
    } catch (cause) {
      // The future is cancelled when a restart begins or the kernel dies. Only after a restart is it sure that the code
      // does not go on.
      const stopped = run.stopRequested && (await this.#restarting?.then(() => true, () => false)) === true;
      if (!stopped) console.warn('A run ended without an answer.', cause);
      return stopped ? 'interrupted' : 'unknown';
    }
  }

  /**
   * Interrupts what runs; where that has no effect in time, restarts the kernel. Without a run it does nothing.
   * Resolves when the interrupt is sent. Throws a KernelError where the server takes neither.
   */
  async stop(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    if (run.stopRequested) return this.restart();
    run.stopRequested = true;
    // Set before the interrupt is sent: a server that does not answer must not keep the run.
    run.escalation = setTimeout(() => {
      this.restart().catch((error: unknown) => { console.error('The run could not be stopped.', error); });
    }, this.#options.stopTimeoutSeconds * 1000);
    try {
      await this.#kernel.interrupt();
    } catch (cause) {
      console.warn('The server refused the interrupt: the kernel is restarted.', cause);
      await this.restart();
    }
  }

  /**
   * Restarts the kernel: all state of earlier cells is gone, a run in progress ends as interrupted. A second call while
   * one is going on waits for the same restart. Throws a KernelError where the server does not restart it.
   */
  async restart(): Promise<void> {
    const run = this.#run;
    if (run) run.stopRequested = true;
    this.#restarting ??= this.#restartKernel().finally(() => {
      this.#restarting = null;
    });
    try {
      await this.#restarting;
      run?.abandon('interrupted');
    } catch (cause) {
      run?.abandon('unknown');
      this.#options.onStatus('dead');
      throw new KernelError('kernel-dead', `the kernel on ${this.#options.server.url} could not be restarted`, { cause });
    }
  }

  async #restartKernel(): Promise<void> {
    this.#options.onStatus('restarting');
    this.#helperLoaded = false;
    await this.#kernel.restart();
    await this.#loadHelper();
    this.#options.onStatus('idle');
  }

  /** Ends the kernel on the server and the connection. Throws where the server does not answer. */
  async shutdown(): Promise<void> {
    this.#closed = true;
    this.#run?.abandon('interrupted');
    try {
      await this.#revived();
      if (!this.#gone) await this.#kernel.shutdown();
    } finally {
      this.#kernel.dispose();
    }
  }

  endRequest(): { readonly kernelId: string; readonly url: string; readonly headers: Readonly<Record<string, string>> } {
    const { url, token } = this.#options.server;
    const headers: Record<string, string> = token === '' ? {} : { Authorization: `token ${token}` };
    return { kernelId: this.#kernel.id, url: `${url}api/kernels/${this.#kernel.id}`, headers };
  }

  /** Asks the server to end the kernel while the page is being left: sent at once, the answer is not waited for. */
  leave(): void {
    this.#closed = true;
    this.#run?.abandon('unknown');
    const { url, headers } = this.endRequest();
    const init: RequestInit = { method: 'DELETE', keepalive: true, credentials: 'omit', referrerPolicy: 'no-referrer', headers };
    fetch(url, init).catch((error: unknown) => { console.warn('The kernel could not be shut down.', error); });
    this.#kernel.dispose();
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

  /**
   * A kernel that the server is starting anew cannot be shut down (HTTP 500), and a connection that is closed while the
   * client makes it again leaves an unhandled rejection there.
   */
  async #revived(): Promise<void> {
    if (!this.#revival) return;
    const limit = setTimeout(this.#revival.resolve, REVIVAL_SECONDS * 1000);
    await this.#revival.promise;
    clearTimeout(limit);
  }

  #kernelStatus(status: string): void {
    if (status === 'idle' || status === 'dead') this.#revival?.resolve();
    else if (status === 'autorestarting') this.#revival = Promise.withResolvers();
    if (this.#closed) return;
    if (status === 'idle' || status === 'busy') this.#options.onStatus(status);
    else if (status === 'autorestarting' || status === 'dead') this.#lose(status === 'dead' ? 'dead' : 'restarting');
  }

  #connectionStatus(status: string): void {
    if (status === 'disconnected') this.#revival?.resolve();
    if (this.#closed || this.#restarting) return;
    if (status === 'connecting') this.#options.onStatus('reconnecting');
    else if (status === 'connected') this.#options.onStatus(this.#run ? 'busy' : 'idle');
    else this.#lose('dead');
  }

  /** The kernel's state is gone, or with the connection out of reach: whoever waits for a run is told. */
  #lose(status: 'restarting' | 'dead'): void {
    this.#helperLoaded = false;
    this.#run?.abandon('unknown');
    this.#options.onStatus(status);
  }
}

function completeOptions(options: KernelSessionOptions): Required<KernelSessionOptions> {
  return {
    onStatus: () => undefined, onProblem: () => undefined, stopTimeoutSeconds: 5, watchSeconds: 3, connectTimeoutSeconds: 60, ...options,
  };
}

/** Asked after each wait: a stop or the kernel's end may have come meanwhile. */
function isOver({ stopRequested, abandoned }: Run): boolean {
  return stopRequested || abandoned;
}
