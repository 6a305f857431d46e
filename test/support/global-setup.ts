import { fileURLToPath } from 'node:url';
import { ensurePythonEnvironment } from '../../scripts/python-environment.ts';

/** The tests talk to real kernels, so they need the Python side that `npm start` makes. */
export default async function setup(): Promise<void> {
  const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/u, '');
  const environment = await ensurePythonEnvironment({ root, log: (line) => console.log(line) });
  if (environment.kind === 'unavailable') throw new Error(`the tests need Python: ${environment.reason}. ${environment.cure}`);
}
