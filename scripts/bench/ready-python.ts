import { ensurePythonEnvironment } from '../python-environment.ts';
import { type BenchContext, BenchUnavailable } from './bench.ts';

/** The Python that `npm start` runs kernels on, made where it is not there. Throws a BenchUnavailable where it cannot be. */
export async function readyPython({ root, say }: BenchContext): Promise<string> {
  say('preparing Python');
  const environment = await ensurePythonEnvironment({ root, log: say });
  if (environment.kind === 'unavailable') throw new BenchUnavailable(`${environment.reason} ${environment.cure}`);
  return environment.python;
}
