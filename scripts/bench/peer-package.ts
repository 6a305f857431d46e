import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../run-command.ts';
import { type BenchContext, BenchUnavailable } from './bench.ts';

const SHOWN_LINES = 20;

/** A package of the npm registry, by its exact version. */
export interface PeerPackage {
  readonly name: string;
  readonly version: string;
}

/**
 * The folder of a peer's package, as it was published: fetched once into `.warpnotes/peers/`, without its dependencies
 * and without running anything of it. Throws a BenchUnavailable where the registry cannot be reached.
 */
export async function fetchPeer({ name, version }: PeerPackage, { root, say }: BenchContext, env = process.env): Promise<string> {
  const peers = join(root, '.warpnotes', 'peers');
  const file = `${name.replace(/^@/u, '').replace('/', '-')}-${version}`; // as npm names it, with or without a scope
  const folder = join(peers, file);
  if (existsSync(folder)) return folder;
  await mkdir(peers, { recursive: true });
  const work = await mkdtemp(join(peers, 'fetching-'));
  try {
    say(`fetching ${name}@${version}`);
    const pack = ['pack', `${name}@${version}`, '--fetch-retries=0', '--loglevel=error', '--logs-max=0'];
    await must('npm', pack, { cwd: work, env, cure: 'connect this machine to the npm registry and run again' });
    await must('tar', ['-xzf', `${file}.tgz`], { cwd: work, env, cure: 'install tar, free some disk, and run again' });
    await rename(join(work, 'package'), folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return folder;
}

interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cure: string;
}

async function must(command: string, args: readonly string[], { cwd, env, cure }: Place): Promise<void> {
  const result = await runCommand(command, args, { cwd, env });
  if (result.kind === 'exited' && result.code === 0) return;
  const said = result.kind === 'exited' ? result.lines.slice(-SHOWN_LINES).join('\n') : result.error.message;
  throw new BenchUnavailable(`${command} ${args.slice(0, 2).join(' ')} failed: ${cure}. It said:\n${said}`);
}
