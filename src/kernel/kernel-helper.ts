import { helperFilesFor, type HelperFile, type HelperSource } from './helper-files.ts';
import { parseEnvironment, type KernelEnvironment } from './kernel-answers.ts';
import { KernelRun } from './kernel-run.ts';
import type { KernelSupervisor } from './kernel-supervisor.ts';

const REPORT = "__import__('IPython').get_ipython().warpnotes_state.report()";

/** The helper in a kernel: each of its processes is sent `kernel_helper.py` once, silently, and what is added to it before it is needed. */
export class KernelHelper {
  readonly #kernel: KernelSupervisor;
  readonly #source: HelperSource;
  readonly #loaded = new Map<HelperFile, Promise<void>>();

  constructor(kernel: KernelSupervisor, source: HelperSource) {
    this.#kernel = kernel;
    this.#source = source;
  }

  /** The kernel's process is another one. */
  forget(): void {
    this.#loaded.clear();
  }

  /** Sends the helper where the present process has not got it. Throws where the kernel does not take it. */
  loaded(): Promise<void> {
    return this.#once('src/kernel/kernel_helper.py', async (file) => { await this.#load(file, await this.#source(file)); });
  }

  /**
   * Has the helper there, and on its way what code needs besides: a kernel takes requests in their order, so code that is sent next
   * waits for it without another way there and back. Throws where the kernel does not take the helper, or a file cannot be had.
   */
  async readyFor(code: string): Promise<void> {
    await this.loaded();
    for (const file of helperFilesFor(code)) {
      await this.#once(file, async () => {
        const source = await this.#source(file);
        this.#load(file, source).catch((error: unknown) => {
          this.#loaded.delete(file);
          console.error('The next cell will find its magic missing.', error);
        });
      });
    }
  }

  /** The machine of the kernel. Throws where it gives no answer. */
  async report(): Promise<KernelEnvironment> {
    await this.loaded();
    const { outcome, reply } = await this.#run('', { report: REPORT });
    // A run that failed before it has taken it along.
    return outcome === 'skipped' ? this.report() : parseEnvironment(reply?.user_expressions);
  }

  #once(file: HelperFile, load: (file: HelperFile) => Promise<void>): Promise<void> {
    const known = this.#loaded.get(file);
    if (known) return known;
    const loading = load(file);
    this.#loaded.set(file, loading);
    loading.catch(() => { if (this.#loaded.get(file) === loading) this.#loaded.delete(file); });
    return loading;
  }

  async #load(file: HelperFile, source: string): Promise<void> {
    const { outcome, reply } = await this.#run(source, {});
    if (outcome === 'ok') return;
    const why = reply?.ename === undefined ? 'the connection or the kernel was lost' : `${reply.ename}: ${reply.evalue ?? ''}`;
    throw new Error(`the kernel did not take ${file}: ${why}`);
  }

  async #run(code: string, expressions: Readonly<Record<string, string>>) {
    const run = new KernelRun({ message: () => undefined });
    this.#kernel.send(run, {
      code, user_expressions: expressions, silent: true, store_history: false, allow_stdin: false, stop_on_error: false,
    });
    return { outcome: await run.ended, reply: run.reply };
  }
}
