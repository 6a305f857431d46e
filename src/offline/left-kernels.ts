/// <reference lib="webworker" />
import { kernelMessage, type EndKernel, type EndRequest } from './worker-messages.ts';

/** What is known here of the kernels of pages that were left. */
interface LeftKernel {
  /** How it can be shut down: also for a page that is left again before it has the kernel in hand. */
  readonly request: EndRequest;
  /** Ends the wait for a page that comes back: it has come, or was left again. */
  keep: (() => void) | null;
  /** The request that is under way: a second one beside it would only confuse the server. */
  ending: Promise<void> | null;
}

const left = new Map<string, LeftKernel>();
/** When pages came for kernels. */
const came = new Map<string, number>();
/** Waits before another try, in milliseconds: a server that is busy or restarts takes the request later. */
const RETRY_MS = [500, 2000, 8000];

/**
 * Shuts the kernels of pages down that were left and have not come back. A page cannot tell a reload from its end while it
 * is being left, and cannot see whether its last request was answered; the worker lives on and does.
 */
export function tendLeftKernel(event: ExtendableMessageEvent): void {
  const message = kernelMessage(event.data);
  if (message?.type === 'end-kernel') event.waitUntil(endUnlessKept(message));
  if (message?.type === 'keep-kernel') {
    came.set(message.kernelId, message.cameAt);
    left.get(message.kernelId)?.keep?.();
  }
}

async function endUnlessKept({ kernelId, graceMs, leftAt, request }: EndKernel): Promise<void> {
  const before = left.get(kernelId);
  const known = request ?? before?.request;
  if (!known) return;
  before?.keep?.();
  const kernel: LeftKernel = { request: known, keep: null, ending: before?.ending ?? null };
  left.set(kernelId, kernel);
  if (graceMs > 0 && ((came.get(kernelId) ?? 0) >= leftAt || (await isKept(kernel, graceMs)))) return;
  kernel.ending ??= shutDown(known);
  await kernel.ending;
  if (left.get(kernelId) === kernel) left.delete(kernelId);
}

async function isKept(kernel: LeftKernel, graceMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => { resolve(false); }, graceMs);
  kernel.keep = () => { resolve(true); };
  const kept = await promise;
  clearTimeout(timer);
  kernel.keep = null;
  return kept;
}

async function shutDown(request: EndRequest): Promise<void> {
  for (const wait of [...RETRY_MS, null]) {
    const problem = await refusal(request);
    if (problem === null) return;
    if (wait === null) console.warn('A kernel that was left could not be shut down.', problem);
    else await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Why the server did not do it now; null where it did, or never will: the kernel is gone, or the token. */
async function refusal({ url, headers }: EndRequest): Promise<unknown> {
  try {
    const { status } = await fetch(url, { method: 'DELETE', headers, credentials: 'omit', referrerPolicy: 'no-referrer' });
    return status >= 500 ? `The server answered with status ${status}.` : null;
  } catch (error) {
    return error;
  }
}
