import type { KernelConnection } from './jupyter-kernel.ts';
import { orNull } from './time-limit.ts';

/** The longest wait for a server to start a dead kernel anew. */
export const REVIVAL_SECONDS = 24;
const TRIES = 3;

/**
 * Resolves when a kernel that its server starts anew has answered, or no longer is waited for. What is sent while the old process
 * ends may reach neither: then the kernel is asked again, over a new WebSocket.
 */
export async function untilRevived(connect: () => KernelConnection, isOver: () => boolean): Promise<void> {
  for (let tries = 0; tries < TRIES && !isOver(); tries += 1) {
    const kernel = connect();
    // Whatever its first answer is; none comes to a connection that was given up.
    const answered = kernel.info.then(() => true, () => !kernel.isDisposed);
    if ((await orNull(answered, REVIVAL_SECONDS / TRIES)) === true) return;
  }
}
