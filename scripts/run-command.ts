import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const KEPT_LINES = 200;

/** How a child ended. `lines` are the last 200 of standard output and error, in the order they came. */
export type CommandResult =
  | { readonly kind: 'exited'; readonly code: number; readonly lines: readonly string[] }
  | { readonly kind: 'not-started'; readonly error: Error };

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly onLine?: (line: string) => void;
  /** Aborting kills the child and its process group; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Calls `onLine` for each line of both streams. A carriage return ends a line too: progress bars are lines. */
export function eachLine(streams: readonly (Readable | null)[], onLine: (line: string) => void): void {
  for (const stream of streams) {
    if (stream) createInterface({ input: stream, crlfDelay: Infinity }).on('line', onLine);
  }
}

/**
 * Kills a child that was started with `detached` on POSIX, and with it its process group.
 * On Windows there are no groups: the child alone is ended.
 */
export function killGroup(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // ESRCH: the whole group has ended already
  }
}

/**
 * Runs a command in a process group of its own, so that Ctrl-C in the terminal does not reach it behind our back.
 * Its standard input is a pipe that stays open: a child may take its end as the death of this process.
 * Resolves whatever the exit code; rejects only when `signal` aborts.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { cwd, env, onLine, signal } = options;
  signal?.throwIfAborted();
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const lines: string[] = [];
  eachLine([child.stdout, child.stderr], (line) => {
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    onLine?.(line);
  });
  return new Promise((resolve, reject) => {
    const abort = () => {
      killGroup(child);
    };
    signal?.addEventListener('abort', abort, { once: true });
    child.once('error', (error) => {
      signal?.removeEventListener('abort', abort);
      resolve({ kind: 'not-started', error });
    });
    child.once('close', (code) => {
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve({ kind: 'exited', code: code ?? 1, lines });
    });
  });
}
