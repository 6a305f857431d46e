import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { eachLine } from '../run-command.ts';

const SHOWN_LINES = 10;

const hello = z.object({ name: z.string() });
const answer = z.object({
  status: z.string(),
  /** Seconds from sending. */
  first: z.number().nullable(),
  /** Seconds from sending. */
  complete: z.number(),
  text_lines: z.int(),
});

export type RawRun = Readonly<z.infer<typeof answer>>;

/** A kernel behind jupyter_client, in a process of its own that does the timing (raw_kernel.py). One run at a time. */
export class RawKernel {
  /** `jupyter_client` with its version. */
  readonly name: string;
  readonly #process: RawProcess;

  private constructor(process: RawProcess, name: string) {
    this.#process = process;
    this.name = name;
  }

  /** Resolves when the kernel is ready. Rejects with what Python said where it does not start. */
  static async start(python: string): Promise<RawKernel> {
    const process = new RawProcess(python);
    return new RawKernel(process, hello.parse(await process.nextAnswer()).name);
  }

  /** Rejects where the code fails. */
  async run(code: string): Promise<RawRun> {
    this.#process.send({ code });
    const run = answer.parse(await this.#process.nextAnswer());
    if (run.status !== 'ok') throw new Error(`the code ended with status ${run.status} on the raw kernel: ${code}`);
    return run;
  }

  /** Ends the kernel and its process; resolves when they have ended. */
  stop(): Promise<void> {
    return this.#process.stop();
  }
}

class RawProcess {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;
  readonly #complaints: string[] = [];
  readonly #ended: Promise<void>;

  constructor(python: string) {
    const child = spawn(python, [join(import.meta.dirname, 'raw_kernel.py')], { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
    this.#child = child;
    this.#answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    eachLine([child.stderr], (line) => this.#complaints.push(line));
    child.stdin.on('error', (error) => this.#complaints.push(error.message)); // it has ended: nextAnswer tells why
    this.#ended = new Promise((resolve) => {
      child.once('close', () => resolve());
      child.once('error', (error) => {
        this.#complaints.push(error.message);
        resolve();
      });
    });
  }

  send(request: { readonly code: string }): void {
    this.#child.stdin?.write(`${JSON.stringify(request)}\n`);
  }

  async nextAnswer(): Promise<unknown> {
    const next = await this.#answers.next();
    if (next.done !== true) return JSON.parse(next.value);
    await this.#ended;
    throw new Error(`the raw kernel ended. It said:\n${this.#complaints.slice(-SHOWN_LINES).join('\n')}`);
  }

  async stop(): Promise<void> {
    this.#child.stdin?.end();
    await this.#ended;
  }
}
