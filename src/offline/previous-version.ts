/// <reference lib="webworker" />
import type { PrecacheController } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;

/** Sites below one host share their caches' names. */
const cacheName = (): string => `warpnotes-previous-${self.registration.scope}`;

/** A file of this site that Astro names by its content. */
export function isHashedFile(url: URL): boolean {
  return url.href.startsWith(new URL('_astro/', self.registration.scope).href);
}

/**
 * Keeps the hashed files that the outgoing version had and this one has not: a tab that still shows the outgoing version
 * loads some of its scripts only when they are needed. One generation is kept; a version that replaces none of them leaves
 * what is there. To be called while the precache still holds both versions.
 */
export async function keepPrevious(precache: PrecacheController): Promise<void> {
  const present = new Set(precache.getCachedURLs());
  const both = await self.caches.open(precache.strategy.cacheName);
  const outgoing = (await both.keys()).filter(({ url }) => isHashedFile(new URL(url)) && !present.has(address(url)));
  if (outgoing.length === 0) return;
  await self.caches.delete(cacheName());
  const kept = await self.caches.open(cacheName());
  await Promise.all(outgoing.map(async (request) => {
    const response = await both.match(request);
    if (response) await kept.put(address(request.url), response);
  }));
}

/** A hashed file that is not of this version: from the version before, else from the network. */
export async function previousFile(request: Request): Promise<Response> {
  const kept = await self.caches.match(address(request.url), { cacheName: cacheName(), ignoreVary: true });
  return kept ?? fetch(request);
}

/** Without the query, where the precache has its revision. */
function address(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
