import type { KernelServer } from '../kernel/server-address.ts';
import { isServer, keptServer } from './kept-server.ts';
import { pageKernel } from './page-kernel.ts';

let pending: Promise<boolean> | null = null;

/**
 * Connects the page before a run: to the server that the reader chose to keep for this tab, else to the kernel that
 * `npm start` offers to its own pages, else to what the reader gives in the dialog. False where the reader gave none, or
 * the server could not be reached.
 */
export function requestConnection(): Promise<boolean> {
  // A second click while the first is being answered waits for the same kernel.
  pending ??= connect().finally(() => (pending = null));
  return pending;
}

async function connect(): Promise<boolean> {
  const server = keptServer() ?? (await findLocalKernel());
  if (server && (await pageKernel.connect(server))) return true;
  return new Promise((resolve) => {
    document.dispatchEvent(new CustomEvent('warpnotes:connect', { detail: resolve }));
  });
}

/** The kernel server that `npm start` offers to its own pages; null where there is none. */
export async function findLocalKernel(): Promise<KernelServer | null> {
  const url = `${import.meta.env.BASE_URL.replace(/\/?$/u, '/')}local-kernel.json`;
  try {
    const response = await fetch(url, { headers: { 'X-Warpnotes': '1' }, cache: 'no-store' });
    const body: unknown = response.ok ? await response.json() : null;
    return isServer(body) ? body : null;
  } catch (error) {
    // Offline, a page served from files, or a host that answers every address with a page: there is no local kernel.
    console.info('No local kernel was found.', error);
    return null;
  }
}
