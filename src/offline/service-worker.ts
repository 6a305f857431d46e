/// <reference lib="webworker" />
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing';
import type { PrecacheEntry } from './precache-manifest.ts';

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build: every file of the site with its hash. */
declare const __PRECACHE__: readonly PrecacheEntry[];
declare const __NOT_FOUND__: string;

/**
 * The site's own files, kept whole at the first visit and by hash from then on. It answers for nothing else: requests to
 * other hosts, to a Jupyter server and to `local-kernel.json` go past it.
 */
precacheAndRoute([...__PRECACHE__], { ignoreURLParametersMatching: [/.*/u], cleanURLs: false, directoryIndex: 'index.html' });
cleanupOutdatedCaches();

// A page that the site does not have: from the network where there is one, else the site's own 404.
registerRoute(new NavigationRoute(({ request }) => fetch(request)));
setCatchHandler(async ({ request }) => {
  const page = request.mode === 'navigate' ? await matchPrecache(__NOT_FOUND__) : undefined;
  return page ?? Response.error();
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
