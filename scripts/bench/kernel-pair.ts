import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HelperSource } from '../../src/kernel/helper-files.ts';
import { KernelSession } from '../../src/kernel/kernel-session.ts';
import { startKernelServer } from '../kernel-server.ts';
import type { BenchContext } from './bench.ts';
import { RawKernel } from './raw-kernel.ts';
import { readyPython } from './ready-python.ts';

/** Two kernels of one Python. */
export interface KernelPair {
  /** The page's own client, on the Jupyter server that `npm start` brings up. */
  readonly session: KernelSession;
  readonly raw: RawKernel;
}

/** Starts both kernels, measures, and ends them whatever happens. */
export async function withKernelPair<T>(context: BenchContext, measure: (pair: KernelPair) => Promise<T>): Promise<T> {
  const python = await readyPython(context);
  context.say('starting two kernels');
  const helperSource: HelperSource = (file) => readFile(join(context.root, file), 'utf8');
  await using ends = new AsyncDisposableStack();
  const server = await startKernelServer({ root: context.root, origins: ['http://127.0.0.1'], python, log: () => undefined });
  ends.defer(() => server.stop());
  const session = await KernelSession.start({ server, helperSource });
  ends.defer(() => session.shutdown());
  const raw = await RawKernel.start(python);
  ends.defer(() => raw.stop());
  return await measure({ session, raw });
}
