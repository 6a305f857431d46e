import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { helperSource, KernelDriver, type Execution } from './kernel-driver.ts';

type Data = Readonly<Record<string, unknown>>;

export const CUDA_MIME = 'application/vnd.warpnotes.cuda+json';
const fixtures = new URL('../../fixtures/cuda/', import.meta.url);
export const fixture = (name: string): string => readFileSync(new URL(name, fixtures), 'utf8');

/** The cell of `modes.cu`: one build for many tests. */
export const modes = `%%cuda --name modes\n${fixture('modes.cu')}`;

/** A kernel with the helper in it, that sees no GPU, and a folder for the test's own files. */
export class CudaKernel {
  readonly driver: KernelDriver;
  readonly folder: string;

  private constructor(driver: KernelDriver, folder: string) {
    this.driver = driver;
    this.folder = folder;
  }

  static async start(): Promise<CudaKernel> {
    const driver = await KernelDriver.start();
    const kernel = new CudaKernel(driver, await mkdtemp(join(tmpdir(), 'cuda-magic-test-')));
    await driver.execute(helperSource, { silent: true }).ended();
    await kernel.setVariables({ CUDA_VISIBLE_DEVICES: '-1' });
    return kernel;
  }

  run(code: string): Promise<Execution> {
    return this.driver.run(code);
  }

  async setVariables(variables: Readonly<Record<string, string>>): Promise<void> {
    await this.run(`import os; os.environ.update(${JSON.stringify(variables)})`);
  }

  /** Starts `modes.cu` in one of its modes; it may wait for `waitFile`. */
  async startMode(mode: string, waitFile = ''): Promise<Execution> {
    await this.setVariables({ MODE: mode, MODE_FILE: waitFile });
    return this.driver.execute(modes);
  }

  async runMode(mode: string): Promise<Execution> {
    return (await this.startMode(mode)).ended();
  }

  /** Runs cells with changed variables and a bash script in the place of nvcc, and puts all back. */
  async withNvcc<T>(script: string, variables: Readonly<Record<string, string>>, body: () => Promise<T>): Promise<T> {
    const path = join(this.folder, 'nvcc');
    await writeFile(path, `#!/bin/bash\n${script}\n`);
    await chmod(path, 0o755);
    await this.run('import os; saved = dict(os.environ)');
    await this.setVariables({ ...variables, WARPNOTES_NVCC: path });
    try {
      return await body();
    } finally {
      await this.run('os.environ.clear(); os.environ.update(saved)');
    }
  }

  async shutdown(): Promise<void> {
    await this.driver.shutdown();
    await rm(this.folder, { recursive: true });
  }
}

/** The helper's messages of a run, in their order. */
export const messagesOf = (run: Execution): readonly Data[] => run.displays(CUDA_MIME);

/** The helper's message of a kind; throws if the run has none. */
export function messageOf(run: Execution, kind: 'build' | 'exit' | 'no-device' | 'no-nvcc'): Data {
  const found = messagesOf(run).find((each) => each.kind === kind);
  if (!found) throw new Error(`no ${kind} message in ${JSON.stringify(run.messages)}`);
  return found;
}

/** Content of the error message of a run, undefined if it has none. */
export const errorOf = (run: Execution): Data | undefined => run.messages.find(({ type }) => type === 'error')?.content;

/** What the reader gets, in its order: names of streams and kinds of messages. */
export function sequenceOf(run: Execution): readonly unknown[] {
  return run.messages.filter(({ type }) => type === 'stream' || type === 'display_data')
    .map(({ content }) => content.name ?? (content.data as Record<string, Data>)[CUDA_MIME]?.kind);
}

/** True for a process that has ended, whether or not its parent has asked for its exit code. */
export function hasEnded(pid: string): boolean {
  return !existsSync(`/proc/${pid}/stat`) || readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
}
