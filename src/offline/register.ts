// The worker is made by the build (`offline-integration.ts`); the dev server has none.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const base = import.meta.env.BASE_URL.replace(/\/?$/u, '/');
  navigator.serviceWorker.register(`${base}sw.js`, { scope: base }).catch((error: unknown) => {
    console.warn('This browser does not let the site be kept for offline reading.', error);
  });
}
