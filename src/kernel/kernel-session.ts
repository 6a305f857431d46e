import type { ExecutionResult } from '../cell/execution-result.ts';
import type { Completion, KernelEnvironment } from './kernel-answers.ts';
import { KernelError } from './kernel-error.ts';
import { KernelHelper } from './kernel-helper.ts';
import { expectPresence } from './kernel-presence.ts';
import { askCompletion, askInspection } from './kernel-questions.ts';
import { KernelRun } from './kernel-run.ts';
import { KernelSupervisor } from './kernel-supervisor.ts';
import { startJupyterKernel } from './jupyter-kernel.ts';
import type { RunHandlers } from './run-handlers.ts';
import type { KernelServer } from './server-address.ts';
import { ServerPath } from './server-path.ts';
import { completeOptions, type KernelSessionOptions, type KernelStatus, type KernelTicket } from './session-options.ts';
import { statusOfKernel } from './session-status.ts';
import { withTimeout } from './time-limit.ts';

export type { KernelSessionOptions, KernelStatus, KernelTicket };

/** One kernel with the helper in it: runs one piece of code at a time. */
export class KernelSession {
  /** With it a later page takes this kernel up. */
  readonly ticket: KernelTicket;
  readonly #options: Required<KernelSessionOptions>;
  /** The way to the kernel's server, for what is asked of it besides. */
  readonly server: ServerPath;
  readonly #kernel: KernelSupervisor;
  readonly #attached: boolean;
  #run: KernelRun | null = null;
  #ready = false;
  #closed = false;
  #restarting: Promise<void> | null = null;
  readonly #helper: KernelHelper;
  #status: KernelStatus | null = null;

  private constructor(path: ServerPath, ticket: KernelTicket, options: Required<KernelSessionOptions>, attached: boolean) {
    this.ticket = ticket;
    [this.#options, this.server, this.#attached] = [options, path, attached];
    this.#kernel = new KernelSupervisor({
      path,
      ticket,
      attached,
      settings: options,
      onChange: () => { this.#report(); },
      onFreshProcess: () => {
        this.#helper.forget();
        this.#announce('restarting');
        this.#report();
      },
      onNoInput: () => { void this.#stopOrWarn(); },
    });
    this.#helper = new KernelHelper(this.#kernel, options.helperSource);
  }

  /**
   * Starts a kernel on the server; `ready` makes it usable. Whoever may go away in between can end the kernel already.
   * Throws a KernelError.
   */
  static async open(options: KernelSessionOptions): Promise<KernelSession> {
    const complete = completeOptions(options);
    complete.onStatus('starting');
    const path = new ServerPath(await complete.access(options.server), complete.fetch);
    return new KernelSession(path, await startJupyterKernel(path, complete.explain), complete, false);
  }

  /** Takes up a kernel that an earlier page started; `ready` makes it usable. Throws a KernelError, `kernel-dead` where it is gone. */
  static async attach({ ticket, ...options }: KernelSessionOptions & { readonly ticket: KernelTicket }): Promise<KernelSession> {
    const complete = completeOptions(options);
    complete.onStatus('starting');
    const path = new ServerPath(await complete.access(options.server), complete.fetch);
    await expectPresence(path, ticket.kernelId, complete.connectTimeoutSeconds);
    return new KernelSession(path, ticket, complete, true);
  }

  /** Connects to the kernel and loads the helper. Throws a KernelError; a kernel of its own is not left on the server then. */
  async ready(): Promise<void> {
    const { connectTimeoutSeconds: seconds } = this.#options;
    try {
      // An attached kernel may be busy; it gets the helper with its next run.
      const connected = this.#attached ? this.#kernel.reached() : this.#kernel.answered();
      await withTimeout(connected, seconds, () => this.server.trouble('websocket-refused', { seconds }));
      if (!this.#attached) await withTimeout(this.#helper.loaded(), seconds, () => this.server.trouble('timeout', { seconds }));
    } catch (cause) {
      // It looks at the kernel, which ends after that.
      throw await this.#options.explain(cause, this.server.access, this.ticket.kernelId).finally(() => this.#giveUp());
    }
    this.#ready = true;
    this.#report();
  }

  async #giveUp(): Promise<void> {
    if (this.#attached) this.detach();
    else await this.shutdown().catch((error: unknown) => { console.warn('The kernel could not be shut down.', error); });
  }

  /** A session that is ready: `open` and `ready` in one. */
  static async start(options: KernelSessionOptions): Promise<KernelSession> {
    const session = await KernelSession.open(options);
    await session.ready();
    return session;
  }

  /** Runs code. Always ends, in one of the outcomes. Throws a RangeError while another run is going on. */
  execute(code: string, handlers: RunHandlers): Promise<ExecutionResult> {
    return this.#begin(handlers, (run) => this.#request(code, run));
  }

  /**
   * Takes up a run that an earlier page began on this kernel. Its messages since then are handed over where the server has
   * kept them. Always ends; as unknown where the reply has come while nobody listened.
   */
  resume(requestId: string, handlers: RunHandlers): Promise<ExecutionResult> {
    return this.#begin(handlers, (run) => this.#kernel.adopt(run, requestId));
  }

  async #begin(handlers: RunHandlers, request: (run: KernelRun) => Promise<void>): Promise<ExecutionResult> {
    if (this.#run) throw new RangeError('a kernel session runs one cell at a time');
    const started = performance.now();
    const run = new KernelRun(handlers);
    let limit: ReturnType<typeof setTimeout> | undefined;
    this.#run = run;
    this.#report();
    try {
      request(run).then(() => {
        if (handlers.timeoutSeconds === undefined || run.isOver) return;
        limit = setTimeout(() => { this.#timeOut(run); }, handlers.timeoutSeconds * 1000);
      }, (cause: unknown) => {
        console.warn('A run could not be sent.', cause);
        run.end('unknown');
      });
      const outcome = await run.ended;
      return { outcome, seconds: (performance.now() - started) / 1000, ...(run.timedOut ? { timedOut: true } : {}) };
    } finally {
      clearTimeout(limit);
      this.#run = null;
      this.#report();
    }
  }

  async #request(code: string, run: KernelRun): Promise<void> {
    await this.#restarting;
    await this.#kernel.proven();
    await this.#helper.readyFor(code);
    if (run.isOver) return;
    this.#kernel.send(run, { code, allow_stdin: Boolean(run.handlers.input), stop_on_error: true, store_history: true, silent: false });
  }

  /**
   * Interrupts what runs; where that has no effect in time, restarts the kernel. Without a run it does nothing.
   * Resolves when the interrupt is sent. Throws a KernelError where the server takes neither; where that is for its token, the
   * run goes on.
   */
  async stop(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    if (run.stopRequested) return this.restart();
    run.stop();
    if (run.requestId === null) {
      run.end('interrupted');
      return;
    }
    // Set before the interrupt is sent: a server that does not answer must not keep the run.
    const escalation = setTimeout(() => {
      this.restart().catch((error: unknown) => { console.error('The run could not be stopped.', error); });
    }, this.#options.stopTimeoutSeconds * 1000);
    void run.ended.then(() => { clearTimeout(escalation); });
    // An interrupt before the kernel has begun with the run would be lost.
    await run.begun;
    if (run.isOver || this.#restarting) return;
    try {
      await this.#kernel.interrupt();
    } catch (cause) {
      if (cause instanceof KernelError && cause.code === 'unauthorized') {
        clearTimeout(escalation);
        run.goOn();
        throw cause;
      }
      console.warn('The server refused the interrupt: the kernel is restarted.', cause);
      await this.restart();
    }
  }

  #timeOut(run: KernelRun): void {
    if (run.stopRequested) return;
    run.timedOut = true;
    void this.#stopOrWarn();
  }

  async #stopOrWarn(): Promise<void> {
    await this.stop().catch((error: unknown) => { console.error('The run could not be stopped.', error); });
  }

  /**
   * Restarts the kernel: all state of earlier cells is gone, a run in progress ends as interrupted. A second call while
   * one is going on waits for the same restart. Throws a KernelError where the server does not restart it: the kernel is given
   * up then, but for `unauthorized`, where all goes on as it was.
   */
  async restart(): Promise<void> {
    const run = this.#run;
    run?.stop();
    this.#restarting ??= this.#restartKernel().finally(() => {
      this.#restarting = null;
      this.#report();
    });
    try {
      await this.#restarting;
      run?.end('interrupted');
    } catch (cause) {
      const error = cause instanceof KernelError ? cause : this.server.trouble('kernel-dead', {}, cause);
      if (error.code === 'unauthorized') run?.goOn();
      else this.#kernel.lose('dead', error);
      throw error;
    }
  }

  async #restartKernel(): Promise<void> {
    this.#announce('restarting');
    await this.#kernel.restart();
    this.#helper.forget();
    await this.#helper.loaded();
  }

  /** The machine of the kernel, asked silently once no run is going on. Throws where the helper gives no answer. */
  async environment(): Promise<KernelEnvironment> {
    await this.#run?.ended;
    return this.#helper.report();
  }

  /**
   * What could stand at the cursor, which counts code points; null where the kernel knows nothing, is busy or too slow. A busy one
   * is not asked: it would answer after its run, and the next run would wait for that.
   */
  async complete(code: string, cursor: number): Promise<Completion | null> {
    return this.#status === 'idle' ? askCompletion(this.#kernel.client, code, cursor, this.#options.answerSeconds) : null;
  }

  /** What the kernel knows of the name at the cursor, a MIME bundle; null where it knows nothing, is busy or too slow. */
  async inspect(code: string, cursor: number): Promise<Readonly<Record<string, unknown>> | null> {
    return this.#status === 'idle' ? askInspection(this.#kernel.client, code, cursor, this.#options.answerSeconds) : null;
  }


  /**
   * Goes on with a new token after `unauthorized`; resolves when the connection is there. Throws a KernelError where it is refused
   * too, and `kernel-dead` where the kernel is gone or the server is another one.
   */
  async renew(server: KernelServer): Promise<void> {
    if (server.url !== this.server.url) throw this.server.trouble('kernel-dead');
    this.server.renew(server);
    await this.#kernel.renew();
  }

  /** Ends the kernel on the server and the connection. Throws where the server does not answer. */
  async shutdown(): Promise<void> {
    this.#closed = true;
    this.#run?.end('interrupted');
    try {
      await this.#kernel.shutdown();
    } finally {
      this.#kernel.dispose('interrupted');
    }
  }

  /** What ends the kernel, for someone else to send with DELETE. It may hold the token. */
  endRequest(): { readonly kernelId: string; readonly url: string; readonly headers: Readonly<Record<string, string>> } {
    const { kernelId } = this.ticket;
    return { kernelId, ...this.server.addressed(`${this.server.url}api/kernels/${kernelId}`, 'DELETE') };
  }

  /** Asks the server to end the kernel while the page is being left: sent at once, the answer is not waited for. */
  leave(): void {
    this.server.endKernel(this.ticket.kernelId).catch((error: unknown) => { console.warn('The kernel could not be shut down.', error); });
    this.detach();
  }

  /** Lets go of the kernel, which goes on: a later page can take it up with the ticket, and its run. */
  detach(): void {
    this.#closed = true;
    this.#run?.end('unknown');
    this.#kernel.dispose('unknown');
  }

  #report(): void {
    if (this.#ready) this.#announce(statusOfKernel(this.#kernel, { restarting: this.#restarting !== null, running: this.#run !== null }));
  }

  #announce(status: KernelStatus): void {
    if (this.#closed || this.#status === status) return;
    this.#status = status;
    this.#options.onStatus(status, this.#kernel.failure);
  }
}
