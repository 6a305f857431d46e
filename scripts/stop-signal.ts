import { constants } from 'node:os';

/** npm sends the Ctrl-C that its child has already had from the terminal once more: within this time it is the same. */
const SAME_KEY_MS = 500;
const AFTER_KILL_MS = 5_000;
const PARENT_POLL_MS = 500;

export interface StopActions {
  /** Aborted when the first signal comes. */
  readonly controller: AbortController;
  /** Ends what runs; the process exits when it resolves. */
  readonly stop: () => Promise<void>;
  /** Ends it at once, without waiting. */
  readonly kill: () => void;
  /** The exit status after one SIGINT: 0 for what runs until it is stopped, 130 for what was cut off. 0 where left out. */
  readonly interruptStatus?: 0 | 130;
}

/**
 * On SIGINT, SIGTERM or SIGHUP aborts the controller, runs `stop` and exits: with `interruptStatus` after SIGINT, else
 * 128 + the signal's number as shells do. A second signal runs `kill`; the process then exits with 128 + the number as soon
 * as `stop` has ended, and after 5 s even if it has not.
 * Under npm the end of its shell counts as SIGTERM: npm passes a SIGTERM to that shell, which does not pass it on.
 */
export function onStopSignal({ controller, stop, kill, interruptStatus = 0 }: StopActions): void {
  let first: number | undefined;
  let forced = false;
  const handle = (name: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => {
    const code = 128 + constants.signals[name];
    if (first === undefined) {
      first = performance.now();
      controller.abort(new Error(`Stopped by ${name}.`));
      stop().then(
        () => process.exit(name === 'SIGINT' && !forced ? interruptStatus : code),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    } else if (performance.now() - first > SAME_KEY_MS) {
      forced = true;
      kill();
      setTimeout(() => process.exit(code), AFTER_KILL_MS);
    }
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => handle(name));
  if (process.env['npm_lifecycle_event'] !== undefined) whenParentEnds(() => handle('SIGTERM'));
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedTerminal);
}

function whenParentEnds(then: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, PARENT_POLL_MS);
  timer.unref();
}

/** With the terminal gone there is nobody to write to, and still processes to stop. */
function ignoreClosedTerminal(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
}
