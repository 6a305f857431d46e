import type { KernelError } from '../../../src/kernel/kernel-error.ts';
import type { KernelStatus } from '../../../src/kernel/kernel-session.ts';
import type { RunHandlers } from '../../../src/kernel/run-handlers.ts';
import type { KernelServer } from '../../../src/kernel/server-address.ts';
import { startSession } from './jupyter-server.ts';
import { startTunnel } from './tunnel.ts';

/** A session through a tunnel, with short times. */
export async function tunnelled(server: KernelServer, heartbeatSeconds = 600) {
  const tunnel = await startTunnel(server.url);
  const statuses = new Statuses();
  const session = await startSession({
    server: { url: tunnel.url, token: server.token }, onStatus: statuses.add, heartbeatSeconds, watchSeconds: 0.2,
  });
  return { tunnel, session, statuses };
}

/** The statuses of a session, and a way to wait for one. */
export class Statuses {
  readonly all: KernelStatus[] = [];
  /** What came with the last one. */
  error: KernelError | undefined;
  readonly #waiting: { readonly status: KernelStatus; readonly resolve: () => void }[] = [];

  readonly add = (status: KernelStatus, error?: KernelError): void => {
    this.all.push(status);
    this.error = error;
    for (const { status: wanted, resolve } of this.#waiting.splice(0)) {
      if (wanted === status) resolve();
      else this.#waiting.push({ status: wanted, resolve });
    }
  };

  /** Resolves when the status comes next. */
  next(status: KernelStatus): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ status, resolve }));
  }
}

/** Counts the places where output may be missing. */
export function gaps(): { readonly handlers: Pick<RunHandlers, 'gap'>; count: number } {
  const counted = { count: 0, handlers: { gap: () => { counted.count += 1; } } };
  return counted;
}
