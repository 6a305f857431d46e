/// <reference lib="webworker" />
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute, setCatchHandler } from 'workbox-routing';
import { isDownload, keptDownload } from './kept-downloads.ts';
import { tendLeftKernel } from './left-kernels.ts';
import type { PrecacheEntry } from './precache-manifest.ts';
import { isHashedFile, keepPrevious, previousFile } from './previous-version.ts';
import { SKIP_WAITING, TOOK_OVER } from './worker-messages.ts';

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build: every file of the site with its hash. */
declare const __PRECACHE__: readonly Pick<PrecacheEntry, 'url' | 'revision'>[];
declare const __NOT_FOUND__: string;
/** Where a kernel server answers on this host; empty for nowhere. */
declare const __SERVER_PATH__: string;

/**
 * The site's own files, kept whole at the first visit and by hash from then on. It answers for nothing else: requests to
 * other hosts, to a Jupyter server and to `local-kernel.json` go past it.
 */
const precache = new PrecacheController();
precache.addToCacheList([...__PRECACHE__]);
registerRoute(new PrecacheRoute(precache, { ignoreURLParametersMatching: [/.*/u], cleanURLs: false, directoryIndex: 'index.html' }));
registerRoute(({ url }) => isHashedFile(url), ({ request }) => previousFile(request));
registerRoute(({ url }) => isDownload(url), ({ request }) => keptDownload(request));
cleanupOutdatedCaches();

// A page that the site does not have: from the network where there is one, else the site's own 404. An address that only
// lacks the slash at its end is sent there, as servers do. Pages of a kernel server on this host are no concern of ours.
registerRoute(({ request, url }) => {
  const isOfServer = __SERVER_PATH__ !== '' && url.pathname.startsWith(__SERVER_PATH__);
  return request.mode === 'navigate' && !isOfServer;
}, ({ request, url }) => {
  const isPage = precache.getCacheKeyForURL(`${url.pathname}/index.html`) !== undefined;
  return isPage ? Promise.resolve(Response.redirect(`${url.pathname}/${url.search}`, 307)) : fetch(request);
});
setCatchHandler(async ({ request }) => {
  const page = request.mode === 'navigate' ? await precache.matchPrecache(__NOT_FOUND__) : undefined;
  return page ?? Response.error();
});

self.addEventListener('install', (event) => event.waitUntil(install(event)));
self.addEventListener('activate', (event) => event.waitUntil(activate(event)));
self.addEventListener('message', (event) => {
  if (event.data === SKIP_WAITING) void self.skipWaiting();
  else tendLeftKernel(event);
});

/** Takes over from an older version without being asked where that leaves one page at most behind (see `site-update.ts`). */
async function install(event: ExtendableEvent): Promise<void> {
  const before = await storedKeys();
  await precache.install(event).catch(async (error: unknown) => {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') await dropAllBut(before);
    throw error; // the worker is given up, and the version before it goes on; the next visit tries again
  });
  if ((await countPages()) <= 1) void self.skipWaiting();
}

async function activate(event: ExtendableEvent): Promise<void> {
  // A full disk is no reason to keep the outgoing version's files: clearing them is what helps.
  await keepPrevious(precache).catch((error: unknown) => console.warn('Tabs of the version before must be reloaded.', error));
  const before = await storedKeys();
  await precache.activate(event);
  const hasReplaced = (await storedKeys()).size < before.size;
  await self.clients.claim();
  // A page that is still loading may miss the change of its controller; messages wait until it can read them.
  if (hasReplaced) for (const page of await pagesOfSite()) page.postMessage(TOOK_OVER);
}

async function storedKeys(): Promise<ReadonlySet<string>> {
  const cache = await self.caches.open(precache.strategy.cacheName);
  return new Set((await cache.keys()).map(({ url }) => url));
}

/** Half a version is of no use to anyone, and takes the room that the reader may need. */
async function dropAllBut(kept: ReadonlySet<string>): Promise<void> {
  const cache = await self.caches.open(precache.strategy.cacheName);
  await Promise.all((await cache.keys()).filter(({ url }) => !kept.has(url)).map((request) => cache.delete(request)));
}

async function countPages(): Promise<number> {
  return (await pagesOfSite()).length;
}

/** A worker that is not active controls no page yet, so all pages of the host are asked for. */
async function pagesOfSite(): Promise<readonly WindowClient[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.filter(({ url }) => url.startsWith(self.registration.scope));
}
