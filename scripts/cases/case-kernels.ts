import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HelperSource } from '../../src/kernel/helper-files.ts';
import { KernelSession } from '../../src/kernel/kernel-session.ts';
import type { MachineEnvironment } from '../../src/notebook/gpu-environment.ts';
import { machineEnvironment } from '../../src/notebook/record-note.ts';
import { startKernelServer, type KernelServer } from '../kernel-server.ts';
import { ensurePythonEnvironment } from '../python-environment.ts';
import { useSession } from '../session-use.ts';
import { NotCheckable } from './verdict.ts';

/** Kernels of the project's own Python with the helper in them, one a case, as `npm start` has them. */
export class CaseKernels {
  readonly #server: KernelServer;
  readonly #helperSource: HelperSource;
  /** What the machine has. */
  readonly machine: MachineEnvironment;

  private constructor(server: KernelServer, helperSource: HelperSource, machine: MachineEnvironment) {
    this.#server = server;
    this.#helperSource = helperSource;
    this.machine = machine;
  }

  /** @throws NotCheckable where there is no Python to run kernels on */
  static async open(root: string): Promise<CaseKernels> {
    const environment = await ensurePythonEnvironment({ root, log: () => undefined });
    if (environment.kind === 'unavailable') throw new NotCheckable(`cells cannot run here: ${environment.reason} ${environment.cure}`);
    const helperSource: HelperSource = (file) => readFile(join(root, file), 'utf8');
    const server = await startKernelServer({ root, python: environment.python, origins: ['http://127.0.0.1'], log: () => undefined });
    try {
      const machine = await withSession(server, helperSource, machineEnvironment);
      return new CaseKernels(server, helperSource, machine);
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Does some work on a kernel of its own. */
  use<T>(work: (session: KernelSession) => Promise<T>): Promise<T> {
    return withSession(this.#server, this.#helperSource, work);
  }

  close(): Promise<void> {
    return this.#server.stop();
  }
}

async function withSession<T>(server: KernelServer, helperSource: HelperSource, work: (session: KernelSession) => Promise<T>): Promise<T> {
  const session = await KernelSession.start({ server, helperSource });
  const { signal } = new AbortController();
  return useSession({ session, work: () => work(session), signal, onLeftBehind: (error) => { console.warn('A kernel of a case could not be ended.', error); } });
}
