import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

const COPIED = ['src', 'scripts', 'notes', 'notebooks', 'public', 'package.json', 'astro.config.mjs', 'ec.config.mjs', 'tsconfig.json'];

/** A copy of what the site is built from, to change; below the checkout, so that its packages are found. The caller removes it. */
export async function copyProject(name: string): Promise<string> {
  await mkdir(join(projectRoot, '.warpnotes'), { recursive: true });
  const root = await mkdtemp(join(projectRoot, '.warpnotes', `${name}-`));
  await Promise.all(COPIED.map((each) => cp(join(projectRoot, each), join(root, each), { recursive: true })));
  return root;
}
