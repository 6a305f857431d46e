import type { KernelPlace } from '../kernel/kernel-place.ts';
import { readSiteServer, siteNeedsToken } from '../kernel/site-server.ts';

/** A server whose address needs not be typed in. */
export interface KnownServer {
  readonly kind: 'local' | 'site';
  /** `needed`: the reader has to give one. */
  readonly token: 'known' | 'needed';
  readonly place: KernelPlace;
  /** Without a token: what the reader is asked to let code run on. */
  readonly address: string;
  /** What the owner of the site calls it; empty for this computer's. */
  readonly title: string;
  /** Under which name the reader's word is kept. */
  readonly allowAs: string;
}

/** The kernel server that `npm start` offers to its own pages; null where there is none. */
export async function findLocalKernel(): Promise<KnownServer | null> {
  const url = `${import.meta.env.BASE_URL.replace(/\/?$/u, '/')}local-kernel.json`;
  try {
    const response = await fetch(url, { headers: { 'X-Warpnotes': '1' }, cache: 'no-store' });
    const body: unknown = response.ok ? await response.json() : null;
    if (!isServer(body)) return null;
    const place: KernelPlace = { kind: 'jupyter', address: body.url, token: body.token };
    return { kind: 'local', token: 'known', place, address: body.url, title: '', allowAs: 'local' };
  } catch (error) {
    // Offline, a page served from files, or a host that answers every address with a page: there is no local kernel.
    console.info('No local kernel was found.', error);
    return null;
  }
}

function isServer(value: unknown): value is { readonly url: string; readonly token: string } {
  return typeof value === 'object' && value !== null && 'url' in value && 'token' in value &&
    typeof value.url === 'string' && typeof value.token === 'string';
}

/** The server that the owner of the site set up for everyone; null where there is none. */
export function siteServer(): KnownServer | null {
  const server = readSiteServer(document.querySelector<HTMLElement>('kernel-bar')?.dataset['site'], location.origin);
  if (!server) return null;
  const { kind, address, title } = server;
  if (kind === 'hub' && siteNeedsToken(server)) {
    return { kind: 'site', token: 'needed', place: { kind, address, token: '', user: '', serverName: '' }, address, title, allowAs: address };
  }
  return { kind: 'site', token: 'known', place: { kind: 'site', token: '', server }, address, title, allowAs: address };
}
