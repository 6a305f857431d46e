import type { ExecutionOutcome } from '../cell/execution-result.ts';
import { statusOf, type KernelFrame } from './kernel-frames.ts';
import type { KernelRun } from './kernel-run.ts';

/** How many messages are remembered, so that none is taken twice when a server sends some again. */
const REMEMBERED = 4096;
/** The most messages that are kept for runs that nobody has taken up yet. */
const HELD = 20_000;
const KERNEL_STATES: ReadonlySet<unknown> = new Set(['starting', 'busy', 'idle']);

interface RouterOptions {
  readonly clientId: string;
  /** Keeps messages of this client's earlier runs until one of them is taken up, or another one is begun. */
  readonly holds: boolean;
  /** Messages come from another process than before: the former one is to be left. */
  readonly onNewProcess: () => void;
}

/** Hands each message of a kernel to the run that is its parent, once. Messages of other clients' runs belong to nobody here. */
export class RunRouter {
  readonly #clientId: string;
  readonly #onNewProcess: () => void;
  readonly #runs = new Map<string, KernelRun>();
  readonly #seen = new Set<string>();
  #held: KernelFrame[] | null;
  #process: string | null = null;
  readonly #former = new Set<string>();

  constructor({ clientId, holds, onNewProcess }: RouterOptions) {
    this.#clientId = clientId;
    this.#held = holds ? [] : null;
    this.#onNewProcess = onNewProcess;
  }

  get unfinished(): readonly KernelRun[] {
    return [...this.#runs.values()].filter(({ isOver }) => !isOver);
  }

  /** The messages that have `requestId` as their parent go to this run from now on. */
  add(run: KernelRun, requestId: string): void {
    this.#runs.set(requestId, run);
    const held = this.#held ?? [];
    this.#held = null;
    for (const frame of held) this.#deliver(frame);
  }

  receive(frame: KernelFrame): void {
    const { msg_id: id, session } = frame.header;
    if (this.#former.has(session) || this.#seen.has(id)) return;
    this.#remember(id);
    if (isFromKernel(frame) && session !== this.#process) {
      const run = this.runOf(frame); // sent before anything was heard of the new process, and to that
      const requestId = frame.parent_header.msg_id ?? '';
      this.#runs.delete(requestId);
      if (this.#process !== null) this.#onNewProcess();
      if (run) this.#runs.set(requestId, run);
      this.#process = session;
    }
    this.#deliver(frame);
  }

  /** Names the process; null before its first message. */
  get process(): string | null {
    return this.#process;
  }

  /** The kernel's process has ended, and with it its runs; what it sent before and arrives later is nobody's. */
  leaveProcess(outcome: ExecutionOutcome, process = this.#process): void {
    if (process !== this.#process) return; // it has been left already
    for (const run of this.unfinished) run.end(outcome);
    this.#runs.clear();
    if (this.#process !== null) this.#former.add(this.#process);
    this.#process = null;
  }

  runOf({ parent_header: parent }: KernelFrame): KernelRun | undefined {
    return this.#runs.get(parent.msg_id ?? '');
  }

  #deliver(frame: KernelFrame): void {
    const run = this.runOf(frame);
    if (run) {
      try {
        run.receive(frame);
      } catch (error) {
        console.error(`A ${frame.header.msg_type} could not be handled.`, error);
      }
    } else if (this.#held && frame.parent_header.session === this.#clientId && this.#held.length < HELD) {
      this.#held.push(frame);
    }
  }

  #remember(id: string): void {
    this.#seen.add(id);
    if (this.#seen.size > REMEMBERED) for (const oldest of this.#seen) return void this.#seen.delete(oldest);
  }
}

/** Servers send some messages in a kernel's name: that it restarts, and that output was cut. */
function isFromKernel(frame: KernelFrame): boolean {
  return frame.channel === 'shell' || frame.channel === 'control' || KERNEL_STATES.has(statusOf(frame));
}
