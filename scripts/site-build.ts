import { createHash, type Hash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { keptRecord } from './kept-record.ts';
import { runCommand } from './run-command.ts';

/** What the built site is made of: folders whole, and single files, those that are there. */
const INPUTS = [
  'src',
  'notes',
  'notebooks',
  'public',
  'astro.config.mjs',
  'ec.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
] as const;

const SHOWN_LINES = 40;

const recordSchema = z.object({ inputs: z.string(), output: z.string() });

export type SiteBuild =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'built' }
  | { readonly kind: 'failed'; readonly output: string };

export interface SiteBuildOptions {
  readonly root: string;
  /** Build even when nothing has changed. */
  readonly when: 'changed' | 'always';
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Builds the site into `dist/` unless it is there and made from these very inputs. What was built from what is kept
 * in `.warpnotes/build.json`, written last; a `dist/` that something else has written since is built again.
 */
export async function ensureSiteBuilt({ root, when, log, signal }: SiteBuildOptions): Promise<SiteBuild> {
  const record = join(root, '.warpnotes', 'build.json');
  const inputs = await digestInputs(root);
  if (when === 'changed' && (await isCurrent(root, record, inputs))) return { kind: 'unchanged' };
  await rm(record, { force: true });
  const bin = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
  if (!existsSync(bin)) return { kind: 'failed', output: `${bin} is not there: run npm ci first.` };
  // A build for publishing takes these from the environment; this one is for 127.0.0.1, at the root, with a kernel of its own.
  const place = { SITE_URL: undefined, BASE_PATH: '/', KERNEL_ADDRESS: undefined, NOTEBOOKS_REPOSITORY: undefined };
  // NODE_ENV too: a test runner's own would make a development build, without the service worker.
  const env = { ...process.env, ...place, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };
  const result = await runCommand(process.execPath, [bin, 'build'], { cwd: root, env, signal, onLine: log });
  if (result.kind === 'not-started') return { kind: 'failed', output: result.error.message };
  if (result.code !== 0) return { kind: 'failed', output: result.lines.slice(-SHOWN_LINES).join('\n') };
  await mkdir(join(root, '.warpnotes'), { recursive: true });
  await writeFile(record, `${JSON.stringify({ inputs, output: await digestOutput(root) })}\n`);
  return { kind: 'built' };
}

async function isCurrent(root: string, record: string, inputs: string): Promise<boolean> {
  if (!existsSync(join(root, 'dist', 'index.html'))) return false;
  const last = await keptRecord(record, recordSchema);
  return last?.inputs === inputs && last.output === (await digestOutput(root));
}

/** SHA-256 over the names and contents of all inputs. */
async function digestInputs(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    for (const file of await filesUnder(root, input)) add(hash, file, await readFile(join(root, file)));
  }
  return hash.digest('hex');
}

/** SHA-256 over the names, sizes and times of what lies in `dist/`: enough to see that another build wrote there. */
async function digestOutput(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of await filesUnder(root, 'dist')) {
    const { size, mtimeMs } = await stat(join(root, file));
    add(hash, file, Buffer.from(`${size} ${mtimeMs}`));
  }
  return hash.digest('hex');
}

function add(hash: Hash, name: string, content: Buffer): void {
  hash.update(`${name}\0${content.length}\0`).update(content);
}

/** Paths relative to `root`, sorted; empty when there is no such file or folder. */
async function filesUnder(root: string, path: string): Promise<readonly string[]> {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if ((await stat(full)).isFile()) return [path];
  const entries = await readdir(full, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => file.slice(root.length + 1)).sort();
}
