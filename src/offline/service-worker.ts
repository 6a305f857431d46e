/// <reference lib="webworker" />
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing';
import { isDownload, keptDownload } from './kept-downloads.ts';
import { tendLeftKernel } from './left-kernels.ts';
import type { PrecacheEntry } from './precache-manifest.ts';
import { isHashedFile, keepPrevious, previousFile } from './previous-version.ts';
import { SKIP_WAITING } from './worker-messages.ts';

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build: every file of the site with its hash. */
declare const __PRECACHE__: readonly PrecacheEntry[];
declare const __NOT_FOUND__: string;

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

// A page that the site does not have: from the network where there is one, else the site's own 404.
registerRoute(new NavigationRoute(({ request }) => fetch(request)));
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
  await precache.install(event);
  if ((await countPages()) <= 1) void self.skipWaiting();
}

async function activate(event: ExtendableEvent): Promise<void> {
  // A full disk is no reason to keep the outgoing version's files: clearing them is what helps.
  await keepPrevious(precache).catch((error: unknown) => console.warn('Tabs of the version before must be reloaded.', error));
  await precache.activate(event);
  await self.clients.claim();
}

/** A worker that is not active controls no page yet, so all pages of the host are asked for. */
async function countPages(): Promise<number> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.filter(({ url }) => url.startsWith(self.registration.scope)).length;
}
