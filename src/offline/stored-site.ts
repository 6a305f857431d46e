import { NOT_STORED_KEY, registerWorker } from './register.ts';

/** A file of the site, as the build lists it (`precache-manifest.ts`). */
export interface SiteFile {
  readonly url: string;
  readonly revision: string;
  readonly bytes: number;
}

export interface StoredFile extends SiteFile {
  readonly isStored: boolean;
}

export type StoredSite =
  /** The browser stores nothing for this site: a private window, a setting, or a page that is not served securely. */
  | { readonly kind: 'unavailable' }
  | {
      readonly kind: 'known';
      /** `wanted`: the worker keeps the site; `unwanted`: the reader has cleared it; `absent`: not there yet. */
      readonly worker: 'wanted' | 'unwanted' | 'absent';
      readonly files: readonly StoredFile[];
      /** Of all that the browser stores for this host, in bytes; null where it does not tell. */
      readonly usage: number | null;
      readonly quota: number | null;
    };

/** The part of a browser that stores; a test brings its own. */
export interface StorageEffects {
  readonly base: string;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly caches: CacheStorage | undefined;
  readonly worker: ServiceWorkerContainer | undefined;
  readonly storage: StorageManager | undefined;
  readonly wishes: Storage | undefined;
}

/** Names that workbox, `previous-version.ts` and `kept-downloads.ts` give to the caches of this site, and not of others on the host. */
const cacheNames = (scope: string): readonly [precache: string, previous: string, downloads: string] =>
  [`workbox-precache-v2-${scope}`, `warpnotes-previous-${scope}`, `warpnotes-downloads-${scope}`];

/** What of the site is stored in this browser. @throws Error where the list of files cannot be loaded */
export async function readStoredSite(effects: StorageEffects): Promise<StoredSite> {
  const { base, caches, worker, storage, wishes } = effects;
  if (caches === undefined || worker === undefined) return { kind: 'unavailable' };
  const files = await listFiles(effects);
  try {
    const scope = new URL(base, location.href).href;
    const stored = (await caches.has(cacheNames(scope)[0])) ? await (await caches.open(cacheNames(scope)[0])).keys() : [];
    const keys = new Set(stored.map(({ url }) => url));
    const registration = await worker.getRegistration(scope);
    const estimate = await storage?.estimate();
    return {
      kind: 'known', files: files.map((file) => ({ ...file, isStored: keys.has(keyOf(file)) })),
      worker: wishes?.getItem(NOT_STORED_KEY) != null ? 'unwanted' : registration?.active ? 'wanted' : 'absent',
      usage: estimate?.usage ?? null, quota: estimate?.quota ?? null,
    };
  } catch (error) {
    if (error instanceof DOMException) return { kind: 'unavailable' };
    throw error;
  }
}

/** Removes all that is stored of the site, and stores nothing more until `completeSite`. */
export async function clearSite({ base, caches, worker, wishes }: StorageEffects): Promise<void> {
  const scope = new URL(base, location.href).href;
  wishes?.setItem(NOT_STORED_KEY, 'yes');
  const registration = await worker?.getRegistration(scope);
  await registration?.unregister();
  for (const name of cacheNames(scope)) await caches?.delete(name);
}

/**
 * Stores what is missing. @throws DOMException named QuotaExceededError where there is no room, Error where a file does not
 * come or the browser does not let the site be stored
 * @param onStored is told after each file that this page stores; the worker's first storing is not seen from here
 */
export async function completeSite(effects: StorageEffects, onStored: () => void): Promise<void> {
  const { base, caches, storage, wishes } = effects;
  wishes?.removeItem(NOT_STORED_KEY);
  await storage?.persist().catch(() => false); // only a wish: browsers decide
  const registration = await registerWorker();
  if (!registration.active) await installed(registration);
  const cache = await caches?.open(cacheNames(new URL(base, location.href).href)[0]);
  for (const file of await listFiles(effects)) {
    if (cache === undefined || (await cache.match(keyOf(file))) !== undefined) continue;
    const response = await effects.fetch(file.url, { cache: 'no-cache' });
    if (!response.ok) throw new Error(`${file.url} answered HTTP ${response.status}: try again`);
    await cache.put(keyOf(file), response);
    onStored();
  }
}

async function installed({ installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const look = (): void => {
    if (worker?.state === 'activated') resolve(undefined);
    if (worker?.state === 'redundant') reject(new Error('the browser gave storing up: there may be too little room, or the network was cut'));
  };
  worker?.addEventListener('statechange', look);
  look();
  await promise;
}

async function listFiles({ base, fetch }: StorageEffects): Promise<readonly SiteFile[]> {
  const response = await fetch(`${base}stored-files.json`);
  if (!response.ok) throw new Error(`the list of files answered HTTP ${response.status}: try again`);
  return (await response.json()) as readonly SiteFile[];
}

/** The address under which workbox keeps a file. */
function keyOf({ url, revision }: SiteFile): string {
  return `${new URL(url, location.href).href}?__WB_REVISION__=${revision}`;
}
