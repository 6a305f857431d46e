import { parseEnvironment, type KernelEnvironment } from './kernel-answers.ts';
import { KernelRun } from './kernel-run.ts';
import type { KernelSupervisor } from './kernel-supervisor.ts';

const REPORT = "__import__('IPython').get_ipython().warpnotes_state.report()";

/** `cuda_magic.py` in a kernel: each of its processes is sent it once, silently. */
export class KernelHelper {
  readonly #kernel: KernelSupervisor;
  readonly #source: string;
  #loaded: Promise<void> | null = null;

  constructor(kernel: KernelSupervisor, source: string) {
    this.#kernel = kernel;
    this.#source = source;
  }

  /** The kernel's process is another one. */
  forget(): void {
    this.#loaded = null;
  }

  /** Sends it where the present process has not got it. Throws where the kernel does not take it. */
  loaded(): Promise<void> {
    if (this.#loaded) return this.#loaded;
    const loading = this.#load();
    this.#loaded = loading;
    loading.catch(() => { if (this.#loaded === loading) this.#loaded = null; });
    return loading;
  }

  /** The machine of the kernel. Throws where it gives no answer. */
  async report(): Promise<KernelEnvironment> {
    await this.loaded();
    const { outcome, reply } = await this.#run('', { report: REPORT });
    // A run that failed before it has taken it along.
    return outcome === 'skipped' ? this.report() : parseEnvironment(reply?.user_expressions);
  }

  async #load(): Promise<void> {
    const { outcome, reply } = await this.#run(this.#source, {});
    if (outcome === 'ok') return;
    const why = reply?.ename === undefined ? 'the connection or the kernel was lost' : `${reply.ename}: ${reply.evalue ?? ''}`;
    throw new Error(`the kernel did not take the CUDA helper: ${why}`);
  }

  async #run(code: string, expressions: Readonly<Record<string, string>>) {
    const run = new KernelRun({ message: () => undefined });
    this.#kernel.send(run, {
      code, user_expressions: expressions, silent: true, store_history: false, allow_stdin: false, stop_on_error: false,
    });
    return { outcome: await run.ended, reply: run.reply };
  }
}
