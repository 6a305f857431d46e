import { ensurePythonEnvironment } from '../../scripts/python-environment.ts';
import { projectRoot } from './project-root.ts';

/** The Python of the checkout, with a Jupyter server; made where it is missing. */
export async function projectPython(log: (line: string) => void = () => undefined): Promise<string> {
  const environment = await ensurePythonEnvironment({ root: projectRoot, log });
  if (environment.kind === 'unavailable') throw new Error(`the tests need Python: ${environment.reason} ${environment.cure}`);
  return environment.python;
}
