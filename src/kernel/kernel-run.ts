import * as v from 'valibot';
import type { ExecutionOutcome } from '../cell/execution-result.ts';
import { statusOf, type KernelFrame } from './kernel-frames.ts';
import type { RunHandlers } from './run-handlers.ts';

const replyContent = v.looseObject({ status: v.string(), ename: v.optional(v.string()),
  evalue: v.optional(v.string()),
  user_expressions: v.optional(v.unknown()) });
type ReplyContent = v.InferOutput<typeof replyContent>;

/** A request to execute code, from the moment that it is wanted. It ends once; messages may come later. */
export class KernelRun {
  readonly handlers: RunHandlers;
  /** Null until it is sent. */
  requestId: string | null = null;
  stopRequested = false;
  timedOut = false;
  reply: ReplyContent | null = null;
  readonly #ended = Promise.withResolvers<ExecutionOutcome>();
  readonly #begun = Promise.withResolvers<undefined>();
  readonly #over = new AbortController();
  #settled = false;
  #busy = false;
  #idle = false;
  /** An earlier page began it, and nothing of it has come to this one yet. */
  #takenUp = false;

  constructor(handlers: RunHandlers) {
    this.handlers = handlers;
  }

  get ended(): Promise<ExecutionOutcome> {
    return this.#ended.promise;
  }

  /** Resolves when the kernel has begun with it, or it is over. */
  get begun(): Promise<undefined> {
    return this.#begun.promise;
  }

  /** Aborted when the run is stopped or over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  get isOver(): boolean {
    return this.#settled;
  }

  /** The kernel has it and works, for all that is known. Where this is false for long, something was lost. */
  get isGoingWell(): boolean {
    return this.#busy && !this.#idle && this.reply === null;
  }

  /** An earlier page began it. */
  takeUp(): void {
    this.#takenUp = true;
    this.#status('busy');
  }

  stop(): void {
    this.stopRequested = true;
    this.#over.abort();
  }

  /** The server did not take the stop. */
  goOn(): void {
    this.stopRequested = false;
    this.timedOut = false;
  }

  end(outcome: ExecutionOutcome): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#over.abort();
    this.#begun.resolve(undefined);
    this.#ended.resolve(outcome);
  }

  /** All that the kernel had to say of it is said, and something of that did not arrive. */
  endIncomplete(): void {
    if (this.#settled) return;
    this.handlers.gap?.();
    this.end(this.reply === null ? 'unknown' : this.#outcome(this.reply));
  }

  /** Takes a message that has this run as its parent. */
  receive(frame: KernelFrame): void {
    const type = frame.header.msg_type;
    if (frame.channel === 'iopub') {
      if (this.#takenUp) this.#beginAnew(frame);
      this.#status(statusOf(frame));
      this.handlers.message(frame);
    } else if (frame.channel === 'shell' && type === 'execute_reply') {
      this.reply = v.is(replyContent, frame.content) ? frame.content : { status: 'unreadable' };
      this.#begun.resolve(undefined);
    }
    if (this.reply !== null && (this.#idle || isAborted(this.reply))) this.end(this.#outcome(this.reply));
  }

  /**
   * What came after the earlier page had stopped to listen and before its server knew that is nowhere. Only where the first
   * message is one with which a run begins, the server has kept all.
   */
  #beginAnew(frame: KernelFrame): void {
    this.#takenUp = false;
    if (statusOf(frame) !== 'busy' && frame.header.msg_type !== 'execute_input') this.handlers.gap?.();
  }

  #status(state: string | undefined): void {
    if (state === 'busy') this.#busy = true;
    if (state === 'idle') this.#idle = true;
    if (this.#busy || this.#idle) this.#begun.resolve(undefined);
  }

  #outcome(reply: ReplyContent): ExecutionOutcome {
    if (reply.status === 'ok') return 'ok';
    if (isAborted(reply)) return this.stopRequested ? 'interrupted' : 'skipped';
    if (reply.status !== 'error') return 'unknown';
    return this.stopRequested && reply.ename === 'KeyboardInterrupt' ? 'interrupted' : 'error';
  }
}

/** The specification says `aborted`; older kernels say `abort`, or an error of this name. */
function isAborted({ status, ename }: ReplyContent): boolean {
  return status === 'aborted' || status === 'abort' || (status === 'error' && ename === 'Aborted');
}
