import type { IOutput } from '../output/output.ts';
import type { KernelRecord } from './page-kernel.ts';
import { pageKernel } from './page-session.ts';
import { findCell } from './run-cell.ts';

/** What a page leaves for the next visit of this tab to it: no token. */
export interface KeptKernel {
  readonly path: string;
  readonly record: KernelRecord;
  /** What the running cell had shown. */
  readonly outputs: readonly IOutput[];
}

const KEY = 'warpnotes:kernel';
/** Larger outputs are left out: the browser keeps a few MB for a tab. */
const MOST_CHARACTERS = 2_000_000;

/** The reader's wish for what becomes of the kernel when the page is left. A reload keeps it where it can. */
let wish: 'shut-down' | 'keep' = 'shut-down';
let reloading = false;

export function onLeaving(kernel: 'shut-down' | 'keep'): void {
  wish = kernel;
}

/** The kernel that this page left running when it was last shown in this tab, and whether it was reloaded just now. */
export function keptKernel(): { readonly kept: KeptKernel; readonly reloaded: boolean } | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    const kept = text === null ? null : JSON.parse(text) as KeptKernel;
    if (kept?.path !== location.pathname) return null;
    const [navigation] = performance.getEntriesByType('navigation');
    return { kept, reloaded: navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload' };
  } catch (error) {
    console.info('This browser keeps nothing for the page.', error);
    return null;
  }
}

function recordToKeep(): KernelRecord | null {
  return reloading || wish === 'keep' ? pageKernel.record() : null;
}

function keep(record: KernelRecord): boolean {
  const outputs = record.running === null ? [] : findCell(record.running.cellId)?.outputs ?? [];
  const kept: KeptKernel = { path: location.pathname, record, outputs };
  const text = JSON.stringify(kept);
  try {
    sessionStorage.setItem(KEY, text.length > MOST_CHARACTERS ? JSON.stringify({ ...kept, outputs: [] }) : text);
    return true;
  } catch (error) {
    console.info('This browser keeps nothing for the page: its kernel is shut down.', error);
    return false;
  }
}

// A reload is told from leaving by the Navigation API; where a browser has none, a reload ends the kernel as leaving does.
if ('navigation' in window) {
  window.navigation.addEventListener('navigate', ({ navigationType }) => { reloading = navigationType === 'reload'; });
}

// Leaving would end what runs: the browser asks first.
window.addEventListener('beforeunload', (event) => {
  if (pageKernel.state.running !== null && recordToKeep() === null) event.preventDefault();
});

// Also where the browser keeps the page for going back: it may drop it at any time without another word.
window.addEventListener('pagehide', () => {
  const record = recordToKeep();
  if (record && keep(record)) pageKernel.abandon();
  else pageKernel.leave();
});
