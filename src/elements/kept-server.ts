import type { KernelServer } from '../kernel/server-address.ts';

const ADDRESS_KEY = 'warpnotes:server-address';
const SERVER_KEY = 'warpnotes:server';

/** Whether a value from elsewhere is an address with a token. */
export function isServer(value: unknown): value is KernelServer {
  return typeof value === 'object' && value !== null && 'url' in value && 'token' in value &&
    typeof value.url === 'string' && typeof value.token === 'string';
}

/** The server whose token the reader asked to keep for this tab, or null. */
export function keptServer(): KernelServer | null {
  const text = tolerant(() => sessionStorage.getItem(SERVER_KEY));
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isServer(value) ? value : null;
  } catch (error) {
    console.warn('The kept server could not be read.', error);
    return null;
  }
}

/** The address that was last connected to; empty where there is none. */
export function lastAddress(): string {
  return tolerant(() => localStorage.getItem(ADDRESS_KEY)) ?? '';
}

/** Remembers a server that was connected to: its address, and its token for this tab only where the reader wants it. */
export function rememberServer(server: KernelServer, token: 'keep' | 'forget'): void {
  tolerant(() => { localStorage.setItem(ADDRESS_KEY, server.url); });
  if (token === 'keep') tolerant(() => { sessionStorage.setItem(SERVER_KEY, JSON.stringify(server)); });
  else forgetServer();
}

/** The next run asks anew where to go. */
export function forgetServer(): void {
  tolerant(() => { sessionStorage.removeItem(SERVER_KEY); });
}

/** A browser may forbid storage: then nothing is remembered, and everything else works. */
function tolerant<T>(use: () => T): T | null {
  try {
    return use();
  } catch (error) {
    console.info('This browser keeps nothing for the page.', error);
    return null;
  }
}
