import { runCommand, type CommandResult } from './run-command.ts';
import type { Interpreter } from './python-interpreter.ts';

/**
 * Runs pip. Ends with its process group when standard input ends, that is when the process that started it is gone: no
 * orphan goes on writing into the environment.
 */
const RUN_PIP = `
import os, runpy, signal, sys, threading
def watch():
    while os.read(0, 4096): pass
    if hasattr(os, 'killpg'): os.killpg(os.getpgid(0), signal.SIGKILL)
    os._exit(1)
threading.Thread(target=watch, daemon=True).start()
runpy.run_module('pip', run_name='__main__', alter_sys=True)
`;

/** A pip, and the arguments that point it at the environment. */
export interface Pip {
  readonly command: string;
  readonly args: readonly string[];
}

export interface PipOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The pip that installs into the environment of `python`: its own, else the one of the interpreter under it
 * (`pip --python`, from pip 22.3); null where neither has one (Debian's Python without python3-venv).
 */
export async function findPip(python: string, base: Interpreter, options: PipOptions): Promise<Pip | null> {
  const own = await runCommand(python, ['-c', 'import pip'], options);
  if (succeeded(own)) return { command: python, args: ['-c', RUN_PIP] };
  if (base.pip === null || !atLeast(base.pip, 22, 3)) return null;
  return { command: base.executable, args: ['-c', RUN_PIP, '--python', python] };
}

function atLeast(release: string, major: number, minor: number): boolean {
  const [ownMajor = 0, ownMinor = 0] = release.split('.').map((part) => Number.parseInt(part, 10));
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

export type InstallResult =
  | { readonly kind: 'installed' }
  | { readonly kind: 'failed'; readonly reason: string; readonly cause: 'network' | 'disk' | 'no-nvidia-wheels' | 'other' };

/** Installs what is missing of requirements files. What is there already is neither fetched nor touched. */
export async function installRequirements(pip: Pip, files: readonly string[], options: PipOptions): Promise<InstallResult> {
  const quiet = ['--no-input', '--disable-pip-version-check'];
  const install = ['install', '--progress-bar', 'off', '--no-warn-script-location', '--retries', '2', ...files.flatMap((file) => ['-r', file])];
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
  return /No matching distribution found for (?:nvidia|cuda)-/i.test(output) ? 'no-nvidia-wheels' : 'other';
}
