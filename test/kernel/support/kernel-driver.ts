import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { helperText } from '../../../src/kernel/helper-files.ts';

export interface KernelMessage {
  readonly id: number | null;
  readonly type: string;
  readonly content: Readonly<Record<string, unknown>>;
}

const root = new URL('../../../', import.meta.url);
const python = fileURLToPath(new URL('.venv/bin/python', root));

/** The helper as it is sent to a kernel. */
export const helperSource = await helperText((file) => readFile(new URL(file, root), 'utf8'));

/** One run of code: its messages so far, and the ways to wait for more. */
export class Execution {
  readonly messages: KernelMessage[] = [];
  readonly #ended = Promise.withResolvers<this>();
  readonly #waiting: { readonly stream: string; readonly text: string; readonly resolve: () => void }[] = [];
  #open = new Set(['execute_reply', 'idle']);

  add(message: KernelMessage): void {
    this.messages.push(message);
    if (message.type === 'execute_reply') this.#open.delete(message.type);
    if (message.type === 'status' && message.content.execution_state === 'idle') this.#open.delete('idle');
    for (const { stream, text, resolve } of this.#waiting) if (this.text(stream).includes(text)) resolve();
    if (this.#open.size === 0) this.#ended.resolve(this);
  }

  /** Resolves when the kernel has answered and all output is here. */
  ended(): Promise<this> {
    return this.#ended.promise;
  }

  /** Resolves when the text is in a stream; rejects if the run ends without it. */
  async shows(stream: 'stdout' | 'stderr', text: string): Promise<void> {
    if (this.text(stream).includes(text)) return;
    await Promise.race([
      new Promise((resolve) => this.#waiting.push({ stream, text, resolve: () => { resolve(undefined); } })),
      this.ended(),
    ]);
    if (!this.text(stream).includes(text)) {
      throw new Error(`the run ended without ${JSON.stringify(text)} on ${stream}`);
    }
  }

  /** All text of stdout or stderr. */
  text(stream: string): string {
    return this.messages.filter(({ type, content }) => type === 'stream' && content.name === stream)
      .map(({ content }) => String(content.text)).join('');
  }

  /** Data of the display messages of a MIME type, in their order. */
  displays(mime: string): Readonly<Record<string, unknown>>[] {
    return this.messages.filter(({ type }) => type === 'display_data')
      .map(({ content }) => (content.data as Record<string, Readonly<Record<string, unknown>>>)[mime])
      .filter((data) => data !== undefined);
  }

  get reply(): Readonly<Record<string, unknown>> {
    const reply = this.messages.find(({ type }) => type === 'execute_reply');
    if (!reply) throw new Error('the run has no reply yet');
    return reply.content;
  }
}

/** A real ipykernel of `.venv`, in a child process. */
export class KernelDriver {
  readonly #child: ChildProcess;
  readonly #executions: Execution[] = [];
  readonly #ready = Promise.withResolvers<undefined>();

  private constructor(child: ChildProcess) {
    this.#child = child;
    if (!child.stdout) throw new Error('the kernel driver has no stdout');
    createInterface({ input: child.stdout }).on('line', (line) => this.#take(JSON.parse(line) as KernelMessage));
    child.on('exit', (code) => this.#ready.reject(new Error(`the kernel driver ended with exit code ${code}`)));
  }

  /** Starts a kernel; rejects with what to do if `.venv` is missing. */
  static async start(): Promise<KernelDriver> {
    if (!existsSync(python)) {
      throw new Error(`no Python at ${python}: make .venv and install scripts/kernel-requirements.txt there`);
    }
    const script = fileURLToPath(new URL('kernel_driver.py', import.meta.url));
    const driver = new KernelDriver(spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] }));
    await driver.#ready.promise;
    return driver;
  }

  #take(message: KernelMessage): void {
    if (message.type === 'ready') this.#ready.resolve(undefined);
    else if (message.id !== null) this.#executions[message.id]?.add(message);
  }

  #send(command: object): void {
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
  }

  /** Sends code and returns at once. */
  execute(code: string, { silent = false } = {}): Execution {
    const execution = new Execution();
    this.#send({ op: 'execute', id: this.#executions.push(execution) - 1, code, silent });
    return execution;
  }

  /** Sends code and resolves when it has ended. */
  run(code: string): Promise<Execution> {
    return this.execute(code).ended();
  }

  interrupt(): void {
    this.#send({ op: 'interrupt' });
  }

  /** Ends the kernel as a server does, and resolves when its process is gone. */
  async shutdown(): Promise<void> {
    const exited = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#send({ op: 'shutdown' });
    await exited;
  }
}
