import { ensurePythonEnvironment } from '../../scripts/python-environment.ts';
import { projectRoot } from './project-root.ts';

/** The tests talk to real kernels, so they need the Python side that `npm start` makes. */
export default async function setup(): Promise<void> {
  const environment = await ensurePythonEnvironment({ root: projectRoot, log: (line) => console.log(line) });
  if (environment.kind === 'unavailable') throw new Error(`the tests need Python: ${environment.reason} ${environment.cure}`);
}
