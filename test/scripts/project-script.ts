import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { projectRoot } from '../support/project-root.ts';

/** A script that runs in a project, with what it has printed so far. */
export interface RunningScript {
  readonly child: ChildProcess;
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  /** Resolves when a line of stdout matches; rejects where the script ends without. */
  prints(pattern: RegExp): Promise<void>;
  /** Resolves with the exit status when all output is there. */
  readonly status: Promise<number | null>;
}

/** Starts `scripts/<name>` of the repository with a project as its working folder. */
export function startScript(name: string, project: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): RunningScript {
  const child = spawn(process.execPath, [join(projectRoot, 'scripts', name), ...args], {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const stdout: string[] = [];
  const stderr: string[] = [];
  const waiting: (() => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    stdout.push(line);
    for (const look of waiting) look();
  });
  createInterface({ input: child.stderr }).on('line', (line) => stderr.push(line));
  const status = once(child, 'close').then(([code]) => code as number | null);
  const prints = (pattern: RegExp) => new Promise<void>((resolve, reject) => {
    const look = () => {
      if (stdout.some((line) => pattern.test(line))) resolve();
    };
    waiting.push(look);
    look();
    void status.then((code) => reject(new Error(`${name} ended with ${code} and printed\n${[...stdout, ...stderr].join('\n')}`)));
  });
  return { child, stdout, stderr, prints, status };
}

/** Runs a script to its end. */
export async function runScript(name: string, project: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const running = startScript(name, project, args, env);
  const status = await running.status;
  return { status, stdout: running.stdout, stderr: running.stderr.join('\n') };
}
