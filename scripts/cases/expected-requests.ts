import { isDeepStrictEqual } from 'node:util';
import type { PageDriver } from './page-driver.ts';
import type { TranscriptServer } from './transcript-server.ts';
import type { Expectation, TranscriptMessage, TranscriptRun } from './transcript.ts';
import type { ReceivedMessage } from './wire-frames.ts';

/** A request that the transcript expects, and how far it has come. */
interface Slot {
  readonly expectation: Expectation;
  readonly name: string;
  /** The cell whose run sends it; null for other requests. */
  readonly cell: string | null;
  request: ReceivedMessage | null;
  /** The page has ended the cell without sending it, and may do so. */
  dropped: boolean;
  /** The last message of it has been sent. */
  finished: boolean;
  readonly held: TranscriptMessage[];
}

const OTHER_CLIENT = { msg_id: 'unknown-id', msg_type: 'execute_request', session: 'another-client', username: '', version: '5.3' };
const TIMEOUT_MS = 20_000;

/** The requests of a transcript in their order, and the messages that wait for them. */
export class ExpectedRequests {
  readonly failures: string[] = [];
  readonly #slots: readonly Slot[];
  readonly #server: TranscriptServer;
  readonly #driver: PageDriver;
  /** How often the page may send each code: as often as the reader asked for it. */
  readonly #asked = new Map<unknown, number>();
  readonly #mayNotRun: ReadonlySet<string>;
  #looked = 0;

  /** @param mayNotRun cells that need not be sent, since the case says that they do not run */
  constructor(run: TranscriptRun, server: TranscriptServer, driver: PageDriver, mayNotRun: ReadonlySet<string>) {
    this.#server = server;
    this.#driver = driver;
    this.#mayNotRun = mayNotRun;
    this.#slots = slotsOf(run);
    for (const step of run.steps) {
      if (step.do !== 'user' || step.value.do !== 'run') continue;
      this.#asked.set(step.value.code, (this.#asked.get(step.value.code) ?? 0) + 1);
    }
    for (const { expectation } of this.#slots) server.expectedTypes.add(expectation.msg_type);
    server.expectedTypes.add('execute_request');
    server.changes.on('change', () => { this.#match(); });
  }

  knows(name: string): boolean {
    return this.#slots.some((slot) => slot.name === name);
  }

  /** The id of a request that has come. */
  idOf(name: string): string {
    return this.#slot(name)?.request?.header.msg_id ?? name;
  }

  /** Resolves when a request has come, or may still come later because another one is being answered. */
  async came({ save_as }: Pick<Expectation, 'save_as'>): Promise<void> {
    const slot = this.#slot(save_as ?? '');
    if (slot && this.#inFlight().length === 0) await this.#arrival(slot);
  }

  /** Sends a message, or holds it until its request has come. */
  async send(message: TranscriptMessage): Promise<void> {
    const slot = message.parent === null ? undefined : this.#slot(message.parent);
    if (!slot) {
      this.#server.send(message, message.parent === null ? {} : OTHER_CLIENT);
      const state = message.parent === null && message.msg_type === 'status' ? message.content['execution_state'] : undefined;
      // Without having been asked to: the kernel has died.
      if (state === 'restarting' && !this.#server.restartHeld) this.#server.beginProcess();
      if (typeof state === 'string') this.#setState(state);
      return;
    }
    slot.held.push(message);
    if (!slot.request && this.#inFlight().length === 0) await this.#arrival(slot);
    this.#flush(slot);
  }

  /** Resolves when nothing is held any more, or what is held waits for a request that is being answered. */
  async settled(): Promise<void> {
    for (const slot of this.#slots) {
      if (slot.held.length > 0 && !slot.request && this.#inFlight().length === 0) await this.#arrival(slot);
    }
  }

  /** Resolves when every request has come, or the page has ended its cell otherwise. */
  async all(): Promise<void> {
    for (const slot of this.#slots) await this.#arrival(slot);
  }

  #slot(name: string): Slot | undefined {
    return this.#slots.find((slot) => slot.name === name);
  }

  #inFlight(): readonly Slot[] {
    return this.#slots.filter((slot) => slot.request !== null && !slot.finished);
  }

  async #arrival(slot: Slot): Promise<void> {
    const end = performance.now() + TIMEOUT_MS;
    while (!slot.request && !slot.dropped) {
      if (slot.cell !== null && (await this.#endedUnsent(slot.cell))) this.#drop(slot, slot.cell);
      else if (performance.now() > end) {
        slot.dropped = true;
        this.failures.push(`the client did not send ${slot.name} (${slot.expectation.msg_type}) within ${TIMEOUT_MS / 1000} s`);
      } else {
        await this.#server.until(() => slot.request ?? undefined, 'not yet', 100).catch(() => undefined); // looks at the page in between
      }
    }
  }

  async #endedUnsent(cell: string): Promise<boolean> {
    const state = await this.#driver.state(cell);
    return ['skipped', 'interrupted', 'unknown'].includes(state);
  }

  #drop(slot: Slot, cell: string): void {
    if (slot.request) return;
    slot.dropped = true;
    slot.held.length = 0;
    if (!this.#mayNotRun.has(cell)) this.failures.push(`${cell} ended without being sent`);
  }

  #match(): void {
    const { received } = this.#server;
    for (; this.#looked < received.length; this.#looked += 1) {
      const request = received[this.#looked];
      if (!request) continue;
      const slot = this.#slots.find((each) => !each.request && !each.dropped && answers(each.expectation, request));
      if (request.header.msg_type === 'execute_request') this.#countRun(request);
      if (!slot) {
        this.#answerUnasked(request);
        continue;
      }
      slot.request = request;
      this.#setState('busy');
      this.#flush(slot);
    }
  }

  #countRun(request: ReceivedMessage): void {
    const { code } = request.content;
    const left = this.#asked.get(code);
    if (this.#server.restartHeld) this.failures.push(`${JSON.stringify(code)} was sent while the kernel was restarting`);
    if (left === undefined) this.failures.push(`the client sent code that nobody ran: ${JSON.stringify(code)}`);
    else if (left === 0) this.failures.push(`the client sent ${JSON.stringify(code)} more often than it was run`);
    else this.#asked.set(code, left - 1);
  }

  /** A run of which the transcript tells nothing more ends well. */
  #answerUnasked({ header, content }: ReceivedMessage): void {
    if (header.msg_type !== 'execute_request' || !this.#server.connected) return;
    const say = (channel: 'shell' | 'iopub', msg_type: string, said: Readonly<Record<string, unknown>>): void => {
      this.#server.send({ channel, msg_type, content: said, metadata: {}, buffers: [], parent: null }, header);
    };
    say('iopub', 'status', { execution_state: 'busy' });
    say('iopub', 'execute_input', { code: content['code'], execution_count: 1 });
    say('shell', 'execute_reply', { status: 'ok', execution_count: 1, user_expressions: {}, payload: [] });
    say('iopub', 'status', { execution_state: 'idle' });
  }

  #flush(slot: Slot): void {
    if (!slot.request || !this.#server.connected) return;
    for (const message of slot.held.splice(0)) {
      this.#server.send(message, slot.request.header);
      if (message.msg_type === 'status' && message.content['execution_state'] === 'idle') slot.finished = true;
    }
    if (this.#inFlight().length === 0) this.#setState('idle');
  }

  #setState(state: string): void {
    for (const kernel of this.#server.kernels.values()) kernel.execution_state = state;
  }
}

function slotsOf({ steps }: TranscriptRun): readonly Slot[] {
  const runs = steps.flatMap((step) => (step.do === 'user' && step.value.do === 'run' ? [step.value.cell] : []));
  return steps.flatMap((step): readonly Slot[] => {
    if (step.do !== 'expect') return [];
    const { msg_type, save_as } = step.value;
    const cell = msg_type === 'execute_request' ? (runs.shift() ?? null) : null;
    return [{ expectation: step.value, name: save_as ?? '', cell, request: null, dropped: false, finished: false, held: [] }];
  });
}

function answers({ channel, msg_type, content }: Expectation, request: ReceivedMessage): boolean {
  return request.header.msg_type === msg_type && request.channel === channel &&
    Object.entries(content).every(([key, value]) => isDeepStrictEqual(request.content[key], value));
}
