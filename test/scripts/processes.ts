import { execFileSync } from 'node:child_process';

/** The command lines of all processes that run now, zombies left out: one that waits to be reaped has ended. */
export function commandLines(): readonly string[] {
  const table = execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return table.split('\n').filter((line) => line !== '' && !line.startsWith('Z'));
}

export function isRunning(pid: number): boolean {
  const state = execFileSync('ps', ['-eo', 'pid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([id]) => Number(id) === pid)?.[1];
  return state !== undefined && !state.startsWith('Z');
}
