/**
 * Adds a style sheet of the site to the page, and resolves when it is there. What only some readers open brings its own, by
 * `?url`: the build would put one that a script imports into every page of the script. Without it things look plain, and work.
 */
export function loadStyle(href: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  link.addEventListener('load', () => { resolve(undefined); });
  link.addEventListener('error', () => {
    console.warn(`${href} could not be loaded.`);
    resolve(undefined);
  });
  document.head.append(link);
  return promise;
}
