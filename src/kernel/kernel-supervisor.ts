import { answerInput } from './kernel-input.ts';
import { beatRequest, connectKernel, passedRequests, type ExecuteContent, type KernelConnection } from './jupyter-kernel.ts';
import type { KernelError, KernelErrorCode } from './kernel-error.ts';
import { statusOf, type KernelFrame } from './kernel-frames.ts';
import type { LinkState } from './link-options.ts';
import { SteadyLink } from './steady-link.ts';
import { PRESENCE_TROUBLES, presenceQuestion } from './kernel-presence.ts';
import { KernelRequests } from './kernel-requests.ts';
import { REVIVAL_SECONDS, untilRevived } from './kernel-revival.ts';
import type { KernelRun } from './kernel-run.ts';
import { RunRouter } from './run-router.ts';
import { RunWatch } from './run-watch.ts';
import type { KernelCondition, SupervisorOptions } from './supervisor-options.ts';
import { orNull } from './time-limit.ts';

const ASK_SECONDS = 10;

/**
 * Keeps one kernel within reach and sees to it that each run ends. @jupyterlab/services makes the requests; that a
 * connection, a server or the kernel's process is lost it tells late or never.
 */
export class KernelSupervisor {
  readonly #options: SupervisorOptions;
  readonly #link: SteadyLink;
  readonly #router: RunRouter;
  readonly #watch: RunWatch;
  #kernel: KernelConnection;
  readonly #requests: KernelRequests;
  #end: { readonly kind: 'dead' | 'gone'; readonly error: KernelError } | null = null;
  #busyElsewhere = false;
  #reviving: PromiseWithResolvers<undefined> | null = null;
  #restarting = false;
  readonly #failed = Promise.withResolvers<never>();
  #unreadable = 0;

  constructor(options: SupervisorOptions) {
    const { path, ticket, settings } = options;
    this.#options = options;
    const ask = presenceQuestion(path, ticket.kernelId, ASK_SECONDS);
    this.#requests = new KernelRequests({
      path, ask, kernelId: ticket.kernelId, seconds: settings.requestSeconds, onChange: options.onChange,
    });
    this.#failed.promise.catch(() => undefined); // for those who wait for the kernel, if any
    this.#router = new RunRouter({ clientId: ticket.clientId, holds: options.attached, onNewProcess: () => { this.#newProcess(); } });
    this.#link = new SteadyLink({
      ask,
      address: (url) => path.withToken(url),
      beat: () => beatRequest(ticket.clientId),
      onState: (state) => { this.#linkState(state); },
      onFrame: (frame) => { this.#take(frame); },
      onReopened: () => {
        this.#busyElsewhere = false;
        this.#requests.accepted();
        this.#watch.doubt();
      },
      onGap: () => { this.#gap(); },
      onUnreadable: (error) => { this.#couldNotRead(error); },
      onSilence: () => { this.#problem('unreachable'); },
      WebSocket: settings.WebSocket,
      wake: settings.wake,
      heartbeatSeconds: settings.heartbeatSeconds,
      random: settings.random,
      now: settings.now,
    });
    this.#watch = new RunWatch({
      seconds: settings.watchSeconds,
      ask,
      passed: () => passedRequests(this.#kernel),
      isSteady: () => this.#link.state === 'open' && this.#end === null && !this.#reviving && !this.#restarting,
      onActive: (active) => { this.#link.watch(active); },
      onGone: () => { this.lose('gone'); },
      onUnconnected: () => { this.#link.distrust(); },
    });
    this.#kernel = connectKernel(path, ticket, this.#link.Socket);
  }

  get condition(): KernelCondition {
    const { state } = this.#link;
    if (this.#end !== null) return 'dead';
    if (state === 'unauthorized' || this.#requests.isRefused) return 'unauthorized';
    if (this.#reviving) return 'reviving';
    return state === 'open' || state === 'opening' ? state : 'reconnecting';
  }

  /** Why the kernel cannot be used, where the condition is `dead` or `unauthorized`. */
  get failure(): KernelError | undefined {
    return this.#end?.error ?? (this.condition === 'unauthorized' ? this.#options.path.trouble('unauthorized') : undefined);
  }

  /** Another client has the kernel run something. */
  get busyElsewhere(): boolean {
    return this.#busyElsewhere;
  }

  /** Resolves when the kernel has answered. Rejects with a KernelError where it is clear that it will not. */
  answered(): Promise<unknown> {
    return Promise.race([this.#kernel.info, this.#failed.promise]);
  }

  /** Resolves when the connection is there, the kernel busy or not. Rejects with a KernelError where there will be none. */
  reached(): Promise<unknown> {
    return Promise.race([this.#link.proven(), this.#failed.promise]);
  }

  /** Resolves when the connection is known to work, or there will be none. */
  proven(): Promise<void> {
    return this.#link.proven();
  }

  /** Sends a run's request. Throws where the kernel is dead. */
  send(run: KernelRun, content: ExecuteContent): void {
    if (this.#end !== null) throw this.#end.error;
    const future = this.#kernel.requestExecute(content);
    future.done.catch(() => undefined); // the run itself tells how it ended
    void run.ended.then(() => { future.dispose(); });
    this.#track(run, future.msg.header.msg_id);
  }

  /** Takes up a run whose request an earlier page sent: it is past, or goes on. */
  async adopt(run: KernelRun, requestId: string): Promise<void> {
    run.takeUp();
    this.#track(run, requestId);
    await this.#link.proven();
    this.#watch.doubt();
  }

  /** The client for the present process of the kernel, for requests whose answers may be lost. */
  get client(): KernelConnection {
    return this.#kernel;
  }

  /** Rejects with a KernelError where the server does not do it. */
  interrupt(): Promise<void> {
    return this.#requests.interrupt();
  }

  /** Restarts the kernel's process; its runs end as interrupted. Rejects with a KernelError where the server does not do it. */
  async restart(): Promise<void> {
    const { process } = this.#router;
    this.#restarting = true;
    try {
      await this.#requests.restart();
    } finally {
      this.#restarting = false;
    }
    this.#router.leaveProcess('interrupted', process);
    this.#connectAnew();
  }

  /** The kernel is of no more use: its runs end as unknown. `gone`: its server has it no more. */
  lose(kind: 'dead' | 'gone', error = this.#options.path.trouble('kernel-dead')): void {
    if (this.#end !== null) return;
    this.#end = { kind, error };
    this.#router.leaveProcess('unknown');
    this.#reviving?.resolve(undefined);
    this.#failed.reject(error);
    this.#link.close();
    this.#options.onChange();
  }

  /** The token is another one. Resolves when the connection is there and the server takes it; rejects with a KernelError. */
  async renew(): Promise<void> {
    const state = await this.#link.renew();
    const { path } = this.#options;
    if (state !== 'open') throw this.failure ?? path.trouble(state === 'refused' ? 'websocket-refused' : 'kernel-dead');
    const kind = await this.#requests.renew();
    if (kind === 'gone') this.lose('gone');
    if (kind !== 'there') throw path.trouble(PRESENCE_TROUBLES[kind]);
  }

  /** Ends the kernel on its server. Rejects with a KernelError where that does not do it. */
  async shutdown(): Promise<void> {
    // A kernel that its server is starting anew cannot be shut down (HTTP 500).
    if (this.#reviving) await orNull(this.#reviving.promise, REVIVAL_SECONDS);
    if (this.#end?.kind !== 'gone') await this.#requests.shutdown();
  }

  dispose(outcome: 'interrupted' | 'unknown'): void {
    this.#router.leaveProcess(outcome);
    this.#watch.stop();
    this.#kernel.dispose();
    this.#link.close();
  }

  #track(run: KernelRun, requestId: string): void {
    run.requestId = requestId;
    this.#watch.track(run);
    run.handlers.sent?.(requestId);
    this.#router.add(run, requestId);
  }

  #take(frame: KernelFrame): void {
    const { channel, header, parent_header: parent } = frame;
    const state = statusOf(frame);
    if (state === 'restarting') return this.#died();
    if (state === 'dead') return this.lose('dead');
    if (state !== undefined && parent.msg_type === 'execute_request' && parent.session !== this.#options.ticket.clientId) {
      this.#busyElsewhere = state === 'busy';
      this.#options.onChange();
    }
    this.#router.receive(frame);
    if (this.#reviving && this.#router.process !== null) this.#revived(); // the new process has spoken
    if (channel === 'stdin' && header.msg_type === 'input_request') this.#askInput(frame);
  }

  #askInput(frame: KernelFrame): void {
    const run = this.#router.runOf(frame);
    if (!run) return;
    const send = (value: string): void => {
      this.#kernel.sendInputReply({ status: 'ok', value }, { date: '', ...frame.header, msg_type: 'input_request' });
    };
    void answerInput(run, frame, send, this.#options.onNoInput);
  }

  /** The server says that it starts the kernel anew. It connects to the new process only for a new WebSocket. */
  #died(): void {
    if (this.#restarting) return;
    this.#router.leaveProcess('unknown');
    this.#options.onFreshProcess();
    // It died once more before it was there: the tries go on.
    if (this.#reviving) return void this.#connectAnew();
    this.#reviving = Promise.withResolvers();
    void untilRevived(() => this.#connectAnew(), () => this.#end !== null || !this.#reviving).then(() => { this.#revived(); });
  }

  #revived(): void {
    this.#reviving?.resolve(undefined);
    this.#reviving = null;
    this.#options.onChange();
  }

  #newProcess(): void {
    this.#router.leaveProcess(this.#restarting ? 'interrupted' : 'unknown');
    this.#busyElsewhere = false;
    if (!this.#restarting && !this.#reviving) this.#options.onFreshProcess();
  }

  #connectAnew(): KernelConnection {
    this.#busyElsewhere = false;
    this.#kernel.dispose();
    this.#kernel = connectKernel(this.#options.path, this.#options.ticket, this.#link.Socket);
    return this.#kernel;
  }

  #gap(): void {
    for (const run of this.#router.unfinished) run.handlers.gap?.();
  }

  #couldNotRead(error: unknown): void {
    this.#problem('websocket-protocol', new Error(`${++this.#unreadable} messages could not be read`, { cause: error }));
    this.#gap();
    this.#watch.doubt();
  }

  #linkState(state: LinkState): void {
    if (state === 'gone') return this.lose('gone');
    // The kernel may live, out of reach.
    if (state === 'lost') return this.lose('dead', this.#options.path.trouble('unreachable'));
    if (state === 'refused') this.#failed.reject(this.#problem('websocket-refused'));
    else if (state === 'unauthorized') this.#failed.reject(this.#options.path.trouble('unauthorized'));
    this.#options.onChange();
  }

  #problem(code: KernelErrorCode, cause?: unknown): KernelError {
    const problem = this.#options.path.trouble(code, {}, cause);
    this.#options.settings.onProblem(problem);
    return problem;
  }
}
