import type { KernelSession } from '../src/kernel/kernel-session.ts';

export interface SessionUse<T> {
  readonly session: Pick<KernelSession, 'shutdown'>;
  readonly work: () => Promise<T>;
  /** Aborting gives the work up: its promise is not waited for. */
  readonly signal: AbortSignal;
  /** Told where the kernel could not be shut down. */
  readonly onLeftBehind: (error: unknown) => void;
}

/**
 * Does some work with a kernel session and shuts the kernel down, whether the work ends well, fails or is given up.
 * Rejects as the work does, or with the signal's reason; a shutdown that fails is reported and hides neither.
 */
export async function useSession<T>({ session, work, signal, onLeftBehind }: SessionUse<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    await session.shutdown().catch(onLeftBehind);
  }
}
