import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { PageDriver } from './page-driver.ts';
import { ExpectedRequests } from './expected-requests.ts';
import type { TranscriptServer } from './transcript-server.ts';
import type { Step, TranscriptMessage, TranscriptRun, UserAction } from './transcript.ts';

/** Frames that are sent without a break for the server's other work. */
const BURST = 500;
const LOOK_MS = 50;

/**
 * Plays one run of a transcript: acts as the reader in the page and as the server behind it. The queue of the page sends one
 * request at a time where a transcript may expect several at once; so a message for a request that has not come is held until
 * it comes, which keeps the order within each cell.
 */
export class TranscriptPlayer {
  readonly failures: string[] = [];
  /** Checks of the transcript that are in words which the player cannot read. */
  readonly unread: string[] = [];
  readonly #run: TranscriptRun;
  readonly #server: TranscriptServer;
  readonly #driver: PageDriver;
  readonly #requests: ExpectedRequests;
  readonly #armedSteps = new Set<Step>();

  constructor(run: TranscriptRun, server: TranscriptServer, driver: PageDriver, mayNotRun: ReadonlySet<string>) {
    this.#run = run;
    this.#server = server;
    this.#driver = driver;
    this.#requests = new ExpectedRequests(run, server, driver, mayNotRun);
  }

  async play(): Promise<void> {
    const { steps } = this.#run;
    for (const [index, step] of steps.entries()) {
      if (step.do === 'send') {
        if (index % BURST === 0) await breathe();
        await this.#send(step.value);
      } else await this.#step(step, steps.slice(index + 1));
    }
    await this.#requests.all();
    this.failures.push(...this.#requests.failures);
  }

  async #step(step: Step, after: readonly Step[]): Promise<void> {
    if (step.do === 'expect') return this.#requests.came(step.value);
    if (step.do === 'send_raw') return this.#sendRaw(step.value);
    await this.#requests.settled();
    switch (step.do) {
      case 'http':
        this.#arm([step]);
        return;
      case 'user':
        this.#arm(after);
        return this.#act(step.value, after);
      case 'close':
        this.#arm(after);
        this.#server.cut = after.some(({ do: each }) => each === 'reopen');
        this.#server.close(step.value.code);
        return;
      case 'reopen':
        this.#arm(after);
        this.#server.cut = false;
        await this.#server.until(() => this.#server.connected || undefined, 'the client did not come back after the connection was cut', 30_000);
        return;
      case 'wait_ms':
        await wait(step.value);
        return;
      case 'check':
        return this.#check(step.value);
      case 'send':
        throw new Error('messages are sent in play()');
    }
  }

  /** The replies that the client may ask for before the next message belong to what is done now. */
  #arm(steps: readonly Step[]): void {
    for (const step of steps) {
      if (['expect', 'send', 'send_raw', 'check', 'close'].includes(step.do)) return;
      if (step.do !== 'http' || this.#armedSteps.has(step)) continue;
      this.#armedSteps.add(step);
      this.#server.armed.push(step.value);
    }
  }

  async #act(action: UserAction, after: readonly Step[]): Promise<void> {
    switch (action.do) {
      case 'connect':
        // The page's first run connects, and several clicks before the kernel is there are what such a transcript is about.
        if (after.some((step) => step.do === 'user' && step.value.do === 'run')) return;
        return this.#driver.connect(this.#server);
      case 'run':
        return this.#driver.run(action.cell, action.code);
      case 'run-all':
        return this.#driver.runAll();
      case 'stop':
      case 'interrupt':
        return this.#driver.stop(action.cell);
      case 'restart':
        return this.#restart(after);
      case 'disconnect':
      case 'shutdown':
        return this.#driver.disconnect();
      case 'reload':
        await this.#driver.page.reload();
        return;
      case 'input':
      case 'answer':
        return this.#driver.answer(action.cell, action.text);
    }
  }

  /** What the transcript says next, the kernel says once it has been asked to restart. */
  async #restart(after: readonly Step[]): Promise<void> {
    const { counts } = this.#server;
    const before = counts.restarts;
    this.#server.restartHeld = kernelComesUpIn(after);
    await this.#driver.restart();
    await this.#server.until(() => (counts.restarts > before ? true : undefined), 'the client did not ask for a restart');
  }

  async #send(message: TranscriptMessage): Promise<void> {
    // What a kernel says to all while it restarts goes to those who are there: a client may close its socket meanwhile.
    const toNobody = message.parent === null && this.#server.restartHeld && !this.#server.connected;
    if (!toNobody) {
      await this.#server.until(() => this.#server.connected || undefined, 'the client did not connect');
      await this.#requests.send(message);
    }
    if (message.parent === null && message.msg_type === 'status' && isDeepStrictEqual(message.content, { execution_state: 'idle' })) {
      this.#server.restartHeld = false;
      this.#server.changed();
    }
  }

  async #sendRaw(text: string): Promise<void> {
    const names = [...text.matchAll(/\{(\w+)\}/gu)].flatMap(([, name = '']) => (this.#requests.knows(name) ? [name] : []));
    for (const name of names) await this.#requests.came({ save_as: name });
    this.#server.sendRaw(names.reduce((frame, name) => frame.replaceAll(`{${name}}`, this.#requests.idOf(name)), text));
  }

  /** Checks that are written as `… visible`, `… still visible` or `… not visible`. */
  async #check(words: string): Promise<void> {
    const [, text, how] = /^(.+?) (still visible|visible|not visible|is gone)$/u.exec(words) ?? [];
    if (text === undefined || how === undefined) {
      this.unread.push(words);
      return;
    }
    const wanted = !/not|gone/u.test(how);
    const holds = async (): Promise<boolean> => (await this.#driver.allText()).includes(text) === wanted;
    const held = await within(2000, holds);
    await this.#driver.painted();
    if (!held || !(await holds())) this.failures.push(`check "${words}" does not hold`);
  }
}

/** Looks until something holds or the time is over; whether it held. */
export async function within(timeoutMs: number, holds: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  do {
    if (await holds()) return true;
    await wait(LOOK_MS);
  } while (performance.now() < end);
  return false;
}

/** Whether the transcript itself says when a restarted kernel is up, before the next request. */
function kernelComesUpIn(after: readonly Step[]): boolean {
  const next = after.findIndex((step) => step.do === 'expect');
  return after.slice(0, next === -1 ? after.length : next).some((step) => step.do === 'send' && step.value.parent === null);
}
