/// <reference lib="webworker" />
import { kernelMessage, type EndKernel, type EndRequest } from './worker-messages.ts';

/** The kernels of pages that were left a moment ago, each with the call that keeps it. */
const left = new Map<string, () => void>();
/** How the kernels can be shut down that were left here: for pages that are left again before they have theirs in hand. */
const requests = new Map<string, EndRequest>();
/** Waits before another try, in milliseconds: a server that is busy or restarts takes the request later. */
const RETRY_MS = [500, 2000, 8000];

/**
 * Shuts the kernels of pages down that were left and have not come back. A page cannot tell a reload from its end while it
 * is being left, and cannot see whether its last request was answered; the worker lives on and does.
 */
export function tendLeftKernel(event: ExtendableMessageEvent): void {
  const message = kernelMessage(event.data);
  if (message?.type === 'end-kernel') event.waitUntil(endUnlessKept(message));
  if (message?.type === 'keep-kernel') left.get(message.kernelId)?.();
}

async function endUnlessKept({ kernelId, graceMs, request }: EndKernel): Promise<void> {
  const known = request ?? requests.get(kernelId);
  if (!known) return;
  requests.set(kernelId, known);
  if (graceMs > 0 && (await isKept(kernelId, graceMs))) return;
  requests.delete(kernelId);
  await shutDown(known);
}

async function isKept(kernelId: string, graceMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => { resolve(false); }, graceMs);
  left.set(kernelId, () => { resolve(true); });
  const kept = await promise;
  clearTimeout(timer);
  left.delete(kernelId);
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
