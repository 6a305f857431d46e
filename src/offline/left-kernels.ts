/// <reference lib="webworker" />
import { kernelMessage, LEFT_KERNEL_GRACE_MS, type EndKernel } from './worker-messages.ts';

/** The kernels of pages that were left a moment ago, each with the call that keeps it. */
const left = new Map<string, () => void>();

/**
 * Shuts the kernels of pages down that were left and have not come back. A page cannot tell a reload from its end while it
 * is being left; the worker lives on and sees whether it returns.
 */
export function tendLeftKernel(event: ExtendableMessageEvent): void {
  const message = kernelMessage(event.data);
  if (message?.type === 'end-kernel') event.waitUntil(endUnlessKept(message));
  if (message?.type === 'keep-kernel') left.get(message.kernelId)?.();
}

async function endUnlessKept({ kernelId, url, headers }: EndKernel): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<'end' | 'keep'>();
  const timer = setTimeout(() => { resolve('end'); }, LEFT_KERNEL_GRACE_MS);
  left.set(kernelId, () => { resolve('keep'); });
  const decision = await promise;
  clearTimeout(timer);
  left.delete(kernelId);
  if (decision === 'keep') return;
  const init: RequestInit = { method: 'DELETE', headers, credentials: 'omit', referrerPolicy: 'no-referrer' };
  await fetch(url, init).catch((error: unknown) => { console.warn('A kernel that was left could not be shut down.', error); });
}
