/// <reference lib="webworker" />
import { DOWNLOADS } from './downloads-folder.ts';

declare const self: ServiceWorkerGlobalScope;

/** Sites below one host share their caches' names. */
const cacheName = (): string => `warpnotes-downloads-${self.registration.scope}`;

/** A file that is made for readers who ask for it; with all of them, every first visit would be twice as large. */
export function isDownload(url: URL): boolean {
  return url.href.startsWith(new URL(DOWNLOADS, self.registration.scope).href);
}

/** A download from the network, kept from then on; without a network the copy that is kept. Rejects where there is neither. */
export async function keptDownload(request: Request): Promise<Response> {
  const kept = await self.caches.open(cacheName());
  try {
    const response = await fetch(request);
    if (response.ok) await kept.put(request.url, response.clone());
    return response;
  } catch (error) {
    const copy = await kept.match(request.url);
    if (copy) return copy;
    throw error;
  }
}
