import { SiteUpdate } from './site-update.ts';
import type { UpdateLabels } from './update-prompt.ts';

/** Keeps the site for offline reading, and brings its new versions. The dev server has no worker: the build makes it. */
export function keepOffline(labels: UpdateLabels): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const base = import.meta.env.BASE_URL.replace(/\/?$/u, '/');
  navigator.serviceWorker.register(`${base}sw.js`, { scope: base }).then(
    (registration) => new SiteUpdate(registration, labels).start(),
    (error: unknown) => console.warn('This browser does not let the site be kept for offline reading.', error),
  );
}
