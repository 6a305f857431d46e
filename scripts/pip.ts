import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand, type CommandResult } from './run-command.ts';
import type { Interpreter } from './python-interpreter.ts';

/** For a Python that came without pip (Debian's, without python3-venv): pip runs from its wheel, uninstalled. */
const PIP_WHEEL = {
  name: 'pip-25.3-py3-none-any.whl',
  url: 'https://files.pythonhosted.org/packages/44/3c/d717024885424591d5376220b5e836c2d5293ce2011523c9de23ff7bf068/pip-25.3-py3-none-any.whl',
  sha256: '9655943313a94722b7774661c21049070f6bbb0a1516bf02f7c8d5d9201514cd',
} as const;

/**
 * Runs pip from a wheel (first argument, or '' for the installed one). Ends with its process group when standard
 * input ends, that is when the process that started it is gone: no orphan goes on writing into the environment.
 */
const RUN_PIP = `
import os, runpy, signal, sys, threading
def watch():
    while os.read(0, 4096): pass
    if hasattr(os, 'killpg'): os.killpg(os.getpgid(0), signal.SIGKILL)
    os._exit(1)
threading.Thread(target=watch, daemon=True).start()
wheel = sys.argv.pop(1)
sys.path[0:1] = [wheel] if wheel else []
runpy.run_module('pip', run_name='__main__', alter_sys=True)
`;

/** A pip, and the arguments that point it at the environment. */
export interface Pip {
  readonly command: string;
  readonly args: readonly string[];
}

export type PipResult = { readonly kind: 'found'; readonly pip: Pip } | { readonly kind: 'missing'; readonly reason: string };

export interface PipOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The pip that installs into the environment of `python`: its own, else the one of the interpreter under it
 * (`pip --python`, from pip 22.3), else a wheel fetched from PyPI into `cacheFolder` and checked by its SHA-256.
 */
export async function findPip(
  python: string,
  base: Interpreter,
  cacheFolder: string,
  options: PipOptions,
): Promise<PipResult> {
  const own = await runCommand(python, ['-c', 'import pip'], options);
  if (succeeded(own)) return { kind: 'found', pip: { command: python, args: ['-c', RUN_PIP, ''] } };
  if (base.pip !== null && atLeast(base.pip, 22, 3)) {
    return { kind: 'found', pip: { command: base.executable, args: ['-c', RUN_PIP, '', '--python', python] } };
  }
  options.log('This Python has no pip: fetching it');
  const wheel = join(cacheFolder, PIP_WHEEL.name);
  const failure = await fetchWheel(wheel, options.signal);
  if (failure !== undefined) return { kind: 'missing', reason: failure };
  return { kind: 'found', pip: { command: python, args: ['-c', RUN_PIP, wheel] } };
}

function atLeast(release: string, major: number, minor: number): boolean {
  const [ownMajor = 0, ownMinor = 0] = release.split('.').map((part) => Number.parseInt(part, 10));
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** Undefined on success, else why there is no wheel. */
async function fetchWheel(path: string, signal?: AbortSignal): Promise<string | undefined> {
  const kept = await readFile(path).catch(() => undefined); // absent or unreadable: fetched anew
  if (kept && sha256(kept) === PIP_WHEEL.sha256) return undefined;
  const limit = AbortSignal.timeout(60_000);
  try {
    const response = await fetch(PIP_WHEEL.url, { signal: signal ? AbortSignal.any([signal, limit]) : limit });
    if (!response.ok) return `${PIP_WHEEL.url} answered ${response.status}`;
    const bytes = Buffer.from(await response.arrayBuffer());
    if (sha256(bytes) !== PIP_WHEEL.sha256) return `${PIP_WHEEL.url} is not the file it should be (its SHA-256 differs)`;
    await writeFile(path, bytes);
    return undefined;
  } catch (error) {
    signal?.throwIfAborted();
    const { message, cause } = error as Error;
    return `${PIP_WHEEL.url} cannot be fetched: ${cause instanceof Error ? cause.message : message}`;
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export type InstallResult =
  | { readonly kind: 'installed' }
  | { readonly kind: 'failed'; readonly reason: string; readonly cause: 'network' | 'disk' | 'no-nvidia-wheels' | 'other' };

/** Installs what is missing of a requirements file. What is there already is neither fetched nor touched. */
export async function installRequirements(pip: Pip, file: string, options: PipOptions): Promise<InstallResult> {
  const quiet = ['--no-input', '--disable-pip-version-check'];
  const install = ['install', '--progress-bar', 'off', '--no-warn-script-location', '--retries', '2', '-r', file];
  const result = await runCommand(pip.command, [...pip.args, ...quiet, ...install], {
    env: { ...options.env, PYTHONUNBUFFERED: '1', PYTHONIOENCODING: 'utf-8' },
    signal: options.signal,
    onLine: (line) => {
      const step = describeStep(line);
      if (step !== undefined) options.log(step);
    },
  });
  if (succeeded(result)) return { kind: 'installed' };
  const lines = result.kind === 'exited' ? result.lines : [result.error.message];
  const reason = lines.findLast((line) => line.startsWith('ERROR:')) ?? lines.at(-1) ?? 'pip said nothing';
  return { kind: 'failed', reason, cause: causeOf(lines.join('\n')) };
}

function succeeded(result: CommandResult): boolean {
  return result.kind === 'exited' && result.code === 0;
}

/** pip's line as a word about where it is; undefined for the lines that say nothing new. */
function describeStep(line: string): string | undefined {
  const download = /^\s*Downloading (\S+)(.*)/.exec(line);
  if (download) return `downloading ${(download[1] ?? '').split('/').at(-1)}${download[2] ?? ''}`;
  const collect = /^Collecting ([\w.-]+)/.exec(line);
  if (collect) return `looking up ${collect[1]}`;
  const installing = /^Installing collected packages: (.*)/.exec(line);
  return installing ? `installing ${(installing[1] ?? '').split(',').length} packages` : undefined;
}

function causeOf(output: string): 'network' | 'disk' | 'no-nvidia-wheels' | 'other' {
  if (/No space left on device|Errno 28|Disk quota exceeded/i.test(output)) return 'disk';
  if (/NewConnectionError|ConnectTimeout|ReadTimeout|name resolution|ProxyError|SSLError|Could not fetch URL/i.test(output)) {
    return 'network';
  }
  return /No matching distribution found for nvidia-/i.test(output) ? 'no-nvidia-wheels' : 'other';
}
