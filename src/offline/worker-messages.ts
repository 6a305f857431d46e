/** What a page says to a worker that waits, when its reader has asked for the new version. */
export const SKIP_WAITING = 'skip-waiting';

/** What a worker says to its pages when it has replaced that of an older version: what they show is now behind. */
export const TOOK_OVER = 'took-over';

/** How long a page that was left may take to come back, as a reload does, before its kernel is shut down. */
export const LEFT_KERNEL_GRACE_MS = 5000;

/** The request that shuts a kernel down. It may hold a token: a worker keeps it in memory only. */
export interface EndKernel {
  readonly type: 'end-kernel';
  readonly kernelId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page has come back for its kernel: it is not to be shut down. */
export interface KeepKernel {
  readonly type: 'keep-kernel';
  readonly kernelId: string;
}

/** What a message is, if it is one about kernels. */
export function kernelMessage(data: unknown): EndKernel | KeepKernel | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  return data.type === 'end-kernel' || data.type === 'keep-kernel' ? (data as EndKernel | KeepKernel) : null;
}
