import type { KernelPlace } from '../kernel/kernel-place.ts';
import { readSiteServer, siteNeedsToken, type SiteServer } from '../kernel/site-server.ts';

/** A server that needs nothing typed in. */
export interface KnownServer {
  readonly kind: 'local' | 'site';
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
    return { kind: 'local', place, address: body.url, title: '', allowAs: 'local' };
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

/** The server that the owner of the site set up for everyone; null where there is none, or where a reader needs a token for it. */
export function siteServer(): KnownServer | null {
  const server = ownersServer();
  if (!server || siteNeedsToken(server)) return null;
  const { address, title } = server;
  return { kind: 'site', place: { kind: 'site', token: '', server }, address, title, allowAs: address };
}

/** The same where a reader has to fill in a token: what the dialog begins with. */
export function siteTemplate(): KernelPlace | null {
  const server = ownersServer();
  if (server?.kind !== 'hub' || !siteNeedsToken(server)) return null;
  return { kind: 'hub', address: server.address, token: '', user: '', serverName: '' };
}

function ownersServer(): SiteServer | null {
  return readSiteServer(document.querySelector<HTMLElement>('kernel-bar')?.dataset['site'], location.origin);
}
