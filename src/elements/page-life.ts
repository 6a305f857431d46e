import type { IOutput } from '../output/output.ts';
import type { EndKernel, KeepKernel } from '../offline/worker-messages.ts';
import type { KernelRecord } from './page-kernel.ts';
import { pageKernel } from './page-session.ts';
import { findCell } from './run-cell.ts';

/** What a page leaves for the next visit of this tab to it: no token. */
export interface KeptKernel {
  /** Kept as the reader wished, or about to be shut down unless the page was reloaded. */
  readonly left: 'kept' | 'ending';
  readonly record: KernelRecord;
  /** What the running cell had shown. */
  readonly outputs: readonly IOutput[];
}

/** One for each page: a tab may leave kernels on several. */
const key = (): string => `warpnotes:kernel:${location.pathname}`;
/** Larger outputs are left out: the browser keeps a few MB for a tab. */
const MOST_CHARACTERS = 2_000_000;

/** The reader's wish for what becomes of the kernel when the page is left. */
let wish: 'shut-down' | 'keep' = 'shut-down';
/** A link or a script takes the tab to another page. What the browser's own buttons do, a page is not told. */
let goingElsewhere = false;

export function onLeaving(kernel: 'shut-down' | 'keep'): void {
  wish = kernel;
}

/** The kernel that an earlier visit of this tab left to this page: to be taken up at once after a reload, else to be offered. */
export function keptKernel(): { readonly kept: KeptKernel; readonly reloaded: boolean } | null {
  try {
    const text = sessionStorage.getItem(key());
    sessionStorage.removeItem(key());
    const kept = text === null ? null : JSON.parse(text) as KeptKernel;
    const [navigation] = performance.getEntriesByType('navigation');
    const reloaded = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
    if (kept === null || (kept.left === 'ending' && !reloaded)) return null;
    const { kernelId } = kept.record.ticket;
    tellWorker({ type: 'keep-kernel', kernelId });
    return { kept, reloaded };
  } catch (error) {
    console.info('This browser keeps nothing for the page.', error);
    return null;
  }
}

function keep(left: KeptKernel['left'], record: KernelRecord): boolean {
  const outputs = record.running === null ? [] : findCell(record.running.cellId)?.outputs ?? [];
  const kept: KeptKernel = { left, record, outputs };
  const text = JSON.stringify(kept);
  try {
    sessionStorage.setItem(key(), text.length > MOST_CHARACTERS ? JSON.stringify({ ...kept, outputs: [] }) : text);
    return true;
  } catch (error) {
    console.info('This browser keeps nothing for the page: its kernel is shut down.', error);
    return false;
  }
}

/** False where no worker listens: without one the site is not kept offline either. */
function tellWorker(message: EndKernel | KeepKernel): boolean {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
  worker?.postMessage(message);
  return worker !== null;
}

/**
 * Nobody could reach the page's kernel any more, and it would go on holding the GPU's memory: so it ends with its page. Only
 * where this may be a reload, the worker waits a few seconds for the page to come back.
 */
function leave(): void {
  const record = pageKernel.record();
  if (record && wish === 'keep' && keep('kept', record)) return pageKernel.abandon();
  const end = pageKernel.endRequest();
  if (record && end && !goingElsewhere && keep('ending', record) && tellWorker({ type: 'end-kernel', ...end })) return pageKernel.abandon();
  pageKernel.leave();
}

if ('navigation' in window) {
  window.navigation.addEventListener('navigate', ({ navigationType, destination }) => {
    goingElsewhere = navigationType !== 'reload' && !destination.sameDocument;
  });
}

// Leaving ends what runs: the browser asks first.
window.addEventListener('beforeunload', (event) => {
  if (pageKernel.state.running !== null && !(wish === 'keep' && pageKernel.record())) event.preventDefault();
});

// Also where the browser keeps the page for going back: it may drop it at any time without another word.
window.addEventListener('pagehide', leave);
