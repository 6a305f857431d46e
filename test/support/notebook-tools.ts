import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ensurePythonEnvironment } from '../../scripts/python-environment.ts';
import { projectRoot } from './project-root.ts';

/** The Python with nbformat, nbclient, nbconvert and jupytext, made once under `.warpnotes/`. */
export async function notebookToolsPython(): Promise<string> {
  const root = join(projectRoot, '.warpnotes', 'notebook-tools');
  await mkdir(root, { recursive: true });
  const requirements = join(import.meta.dirname, 'notebook-tools-requirements.txt');
  const environment = await ensurePythonEnvironment({ root, requirements, log: () => undefined });
  if (environment.kind === 'unavailable') throw new Error(`the notebook tools could not be installed: ${environment.reason} ${environment.cure}`);
  return environment.python;
}
