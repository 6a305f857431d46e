/** What a page says to a worker that waits, when its reader has asked for the new version. */
export const SKIP_WAITING = 'skip-waiting';

/** What a worker says to its pages when it has replaced that of an older version: what they show is now behind. */
export const TOOK_OVER = 'took-over';

/** How long a page that was left may take to come back, as a reload does, before its kernel is shut down. */
export const LEFT_KERNEL_GRACE_MS = 5000;

/** The request that shuts a kernel down. It may hold a token: a worker keeps it in memory only. */
export interface EndRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page is left: its kernel is to be shut down, unless a page asks to keep it meanwhile. */
export interface EndKernel {
  readonly type: 'end-kernel';
  readonly kernelId: string;
  readonly graceMs: number;
  /** When the page was left, in milliseconds since 1970. */
  readonly leftAt: number;
  /** Null from a page that had not taken the kernel up yet: then it is the request with which the kernel was left before. */
  readonly request: EndRequest | null;
}

/** A page has come back for its kernel: it is not to be shut down. */
export interface KeepKernel {
  readonly type: 'keep-kernel';
  readonly kernelId: string;
  /** When the page came, in milliseconds since 1970: what one page says as it goes may arrive after what the next says as it comes. */
  readonly cameAt: number;
}

/** What a message is, if it is one about kernels. */
export function kernelMessage(data: unknown): EndKernel | KeepKernel | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  return data.type === 'end-kernel' || data.type === 'keep-kernel' ? (data as EndKernel | KeepKernel) : null;
}
