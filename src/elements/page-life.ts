import { LEFT_KERNEL_GRACE_MS, type EndKernel, type EndRequest, type KeepKernel } from '../offline/worker-messages.ts';
import type { KernelRecord } from './kernel-record.ts';
import { kernelKey } from './page-keys.ts';
import { pageKernel } from './page-session.ts';
import { findCell } from './run-cell.ts';

/** What a page leaves for the next visit of this tab to it: no token. `take-up.ts` parses the rest before it is used. */
export interface KeptKernel {
  /** Kept as the reader wished, or about to be shut down unless the page comes back at once, as a reload does. */
  readonly left: 'kept' | 'ending';
  /** When, in milliseconds since 1970. */
  readonly at: number;
  readonly record: KernelRecord;
  /** What the running cell had shown. */
  readonly outputs: unknown;
}

/** Of longer outputs the end is kept: the browser keeps a few MB for a tab. */
const MOST_CHARACTERS = 2_000_000;

/** The reader's wish for what becomes of the kernel when the page is left. */
let wish: 'shut-down' | 'keep' = 'shut-down';
/** A link or a script takes the tab to another page. What the browser's own buttons do, a page is not told. */
let goingElsewhere = false;
let worker: ServiceWorker | null = null;
/** The kernel that the worker was told not to end, for this page to take up. */
let claimed: string | null = null;

export function onLeaving(kernel: 'shut-down' | 'keep'): void {
  wish = kernel;
}

/** The kernel that an earlier visit of this tab left to this page: to be taken up at once after a reload, else to be offered. */
export function storedKernel(): { readonly kept: KeptKernel; readonly reloaded: boolean } | null {
  const kept = read();
  if (!kept) return null;
  const [navigation] = performance.getEntriesByType('navigation');
  const reloaded = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
  if (kept.left === 'kept') return { kept, reloaded };
  if (!reloaded || Date.now() - kept.at > LEFT_KERNEL_GRACE_MS) {
    forgetStored();
    return null;
  }
  const { kernelId } = kept.record.ticket;
  claimed = kernelId;
  const cameAt = Date.now();
  void whenWorker().then((active) => { active?.postMessage({ type: 'keep-kernel', kernelId, cameAt } satisfies KeepKernel); });
  return { kept, reloaded };
}

/** The kernel is this page's, or is no more. */
export function forgetStored(): void {
  claimed = null;
  try {
    sessionStorage.removeItem(kernelKey());
  } catch (error) {
    console.info('This browser keeps nothing for the page.', error);
  }
}

function read(): KeptKernel | null {
  try {
    const text = sessionStorage.getItem(kernelKey());
    return text === null ? null : JSON.parse(text) as KeptKernel;
  } catch (error) {
    console.info('What the page left could not be read.', error);
    return null;
  }
}

function keep(left: KeptKernel['left'], record: KernelRecord): boolean {
  const outputs = record.running === null ? [] : findCell(record.running.cellId)?.keptOutputs(MOST_CHARACTERS) ?? [];
  return write({ left, at: Date.now(), record, outputs });
}

function write(kept: KeptKernel): boolean {
  try {
    sessionStorage.setItem(kernelKey(), JSON.stringify(kept));
    return true;
  } catch (error) {
    console.info('This browser keeps nothing for the page: its kernel is shut down.', error);
    return false;
  }
}

/** The site's worker once it is there; null where the site has none, as in development. */
async function whenWorker(): Promise<ServiceWorker | null> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null;
  return (await navigator.serviceWorker.ready).active;
}

/**
 * Nobody could reach the page's kernel any more, and it would go on holding the GPU's memory: so it ends with its page. The
 * worker sees to it, and where this may be a reload, waits a few seconds for the page to come back.
 */
function leave(): void {
  const record = pageKernel.record();
  if (record && wish === 'keep' && keep('kept', record)) return pageKernel.abandon();
  const end = pageKernel.isTakingUp ? null : pageKernel.endRequest();
  if (!end && claimed !== null) return leaveAgain(claimed);
  const active = activeWorker();
  if (!end || !active) return pageKernel.leave();
  const comesBack = record !== null && !goingElsewhere && keep('ending', record);
  endKernel(active, end.kernelId, end, comesBack);
  pageKernel.abandon();
}

/** What an earlier page left, this one had not come to: the next one finds it as it was. */
function leaveAgain(kernelId: string): void {
  const kept = read();
  const comesBack = kept !== null && !goingElsewhere && write({ ...kept, at: Date.now() });
  const active = activeWorker();
  if (active && kept?.left !== 'kept') endKernel(active, kernelId, null, comesBack);
  pageKernel.abandon();
}

function endKernel(active: ServiceWorker, kernelId: string, request: EndRequest | null, comesBack: boolean): void {
  const graceMs = comesBack ? LEFT_KERNEL_GRACE_MS : 0;
  active.postMessage({ type: 'end-kernel', kernelId, graceMs, leftAt: Date.now(), request } satisfies EndKernel);
}

/** A newer worker may have taken over since the page was opened. */
function activeWorker(): ServiceWorker | null {
  return worker && (navigator.serviceWorker.controller ?? worker);
}

if ('navigation' in window) {
  window.navigation.addEventListener('navigate', ({ navigationType, destination, downloadRequest }) => {
    if (downloadRequest === null) goingElsewhere = navigationType !== 'reload' && !destination.sameDocument;
  });
  window.navigation.addEventListener('navigateerror', () => { goingElsewhere = false; });
}

// Leaving ends what runs: the browser asks first.
window.addEventListener('beforeunload', (event) => {
  if (pageKernel.state.running === null || (wish === 'keep' && pageKernel.record())) return;
  event.preventDefault();
  // Runs only where the reader stays: a page that is left has no more turns.
  setTimeout(() => { goingElsewhere = false; });
});

// Also where the browser keeps the page for going back: it may drop it at any time without another word.
window.addEventListener('pagehide', leave);
window.addEventListener('pageshow', () => { goingElsewhere = false; });

void whenWorker().then((active) => { worker = active; });
