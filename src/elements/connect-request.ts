import type { KernelServer } from '../kernel/server-address.ts';
import { pageKernel } from './page-kernel.ts';

/**
 * Connects the page before a run: to the kernel that `npm start` offers to its own pages, else to the server that the
 * reader gives in the dialog. False where the reader gave none, or the server could not be reached.
 */
export function requestConnection(): Promise<boolean> {
  // A second click while the first is being answered waits for the same kernel.
  pending ??= connect().finally(() => (pending = null));
  return pending;
}

let pending: Promise<boolean> | null = null;

async function connect(): Promise<boolean> {
  const local = await findLocalKernel();
  if (local) return pageKernel.connect(local);
  return new Promise((resolve) => {
    document.dispatchEvent(new CustomEvent('warpnotes:connect', { detail: resolve }));
  });
}

async function findLocalKernel(): Promise<KernelServer | null> {
  const response = await fetch(`${import.meta.env.BASE_URL.replace(/\/?$/u, '/')}local-kernel.json`, {
    headers: { 'X-Warpnotes': '1' },
    cache: 'no-store',
  }).catch((error: unknown) => {
    // Offline, or a page served from files: there is no local kernel then.
    console.info('No local kernel was found.', error);
    return null;
  });
  if (!response?.ok) return null;
  const body: unknown = await response.json();
  return isServer(body) ? body : null;
}

function isServer(body: unknown): body is KernelServer {
  return typeof body === 'object' && body !== null && 'url' in body && 'token' in body &&
    typeof body.url === 'string' && typeof body.token === 'string';
}
