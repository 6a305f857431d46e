import { constants } from 'node:os';

/** npm sends the Ctrl-C that its child has already had from the terminal once more: within this time it is the same. */
const SAME_KEY_MS = 500;
const AFTER_KILL_MS = 2_000;
const PARENT_POLL_MS = 500;

export interface StopActions {
  /** Aborted when the first signal comes. */
  readonly controller: AbortController;
  /** Ends what runs; the process exits when it resolves. */
  readonly stop: () => Promise<void>;
  /** Ends it at once, without waiting. */
  readonly kill: () => void;
}

/**
 * On SIGINT, SIGTERM or SIGHUP aborts the controller, runs `stop` and exits: 0 after SIGINT, else 128 + the signal's
 * number as shells do. A second signal runs `kill` and exits 2 s later even if `stop` has not ended.
 * Under npm the end of its shell counts as SIGTERM: npm passes a SIGTERM to that shell, which does not pass it on.
 */
export function onStopSignal({ controller, stop, kill }: StopActions): void {
  let first: number | undefined;
  const handle = (name: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => {
    const code = name === 'SIGINT' ? 0 : 128 + constants.signals[name];
    if (first === undefined) {
      first = performance.now();
      controller.abort(new Error(`Stopped by ${name}.`));
      stop().then(
        () => process.exit(code),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    } else if (performance.now() - first > SAME_KEY_MS) {
      kill();
      setTimeout(() => process.exit(code === 0 ? 130 : code), AFTER_KILL_MS);
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
