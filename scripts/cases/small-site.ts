import { cp, glob, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runCommand } from '../run-command.ts';

/** A note with code, formulas and an interactive figure stands for all. */
export const NOTE = 'cuda/bank-conflicts';

/** The home page shows a cell of it. */
const SHOWN_NOTE = 'nvcc/nvcc-what-and-workflow';

/** Beside the data of the notes and the pages that are no notes, which refer to each other. */
const WHOLE = [
  'src', 'public', 'astro.config.mjs', 'ec.config.mjs', 'tsconfig.json', 'package.json', 'notes/errata',
  ...['notes', 'notes/zh-cn'].flatMap((folder) => [NOTE, SHOWN_NOTE].map((note) => `${folder}/${note}.mdx`)),
  ...[NOTE, SHOWN_NOTE].flatMap((note) => ['ipynb', 'compiler.json', 'pipeline.json'].map((kind) => `notebooks/${note}.${kind}`)),
];

/** The site with its home page and what that needs, and one note more, built below a base path. Ends with the caller. */
export interface SmallSite {
  readonly directory: string;
  remove(): Promise<void>;
}

/**
 * @param more files of the project by their paths, beside those of the site
 * @throws Error with what the build said where it fails
 */
export async function buildSmallSite(
  root: string, base: string, site: string, more: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<SmallSite> {
  // Inside the checkout: what Astro takes from its packages must lie below a folder that has them.
  await mkdir(join(root, '.warpnotes'), { recursive: true });
  const project = await mkdtemp(join(root, '.warpnotes', 'small-'));
  const remove = (): Promise<void> => rm(project, { recursive: true, force: true });
  try {
    const pages = await Array.fromAsync(glob('notes/{,zh-cn/}*.{yaml,mdx}', { cwd: root }));
    for (const path of [...WHOLE, ...pages]) {
      await cp(join(root, path), join(project, path), { recursive: true, force: true }).catch(unlessMissing);
    }
    for (const [path, content] of Object.entries(more)) {
      await mkdir(dirname(join(project, path)), { recursive: true });
      await writeFile(join(project, path), content);
    }
    await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
    // Only what a shell would give: a test runner's own BASE_URL and MODE would reach the build.
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, BASE_PATH: base, SITE_URL: site, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };
    const astro = join(root, 'node_modules/astro/bin/astro.mjs');
    const result = await runCommand(process.execPath, [astro, 'build'], { cwd: project, env, onLine: () => undefined });
    if (result.kind === 'not-started') throw result.error;
    if (result.code !== 0) throw new Error(`the site does not build below ${base}:\n${result.lines.slice(-20).join('\n')}`);
  } catch (error) {
    await remove();
    throw error;
  }
  return { directory: join(project, 'dist'), remove };
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
