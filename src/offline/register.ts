import { SiteUpdate, watchLoading } from './site-update.ts';
import type { UpdateLabels } from './update-prompt.ts';

/** Set where a reader does not want the site to be stored. */
export const NOT_STORED_KEY = 'warpnotes:not-stored';

/** Keeps the site for offline reading, and brings its new versions. The dev server has no worker: the build makes it. */
export function keepOffline(labels: UpdateLabels): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || isUnwanted()) return;
  const loading = watchLoading();
  registerWorker().then(
    (registration) => new SiteUpdate(registration, labels, loading).start(),
    (error: unknown) => console.warn('This browser does not let the site be kept for offline reading.', error),
  );
}

/** Starts to store the site, or takes up the worker that has stored it. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  const base = import.meta.env.BASE_URL.replace(/\/?$/u, '/');
  return navigator.serviceWorker.register(`${base}sw.js`, { scope: base });
}

/** A browser that forbids storage remembers no wish. */
function isUnwanted(): boolean {
  try {
    return localStorage.getItem(NOT_STORED_KEY) !== null;
  } catch {
    return false;
  }
}
