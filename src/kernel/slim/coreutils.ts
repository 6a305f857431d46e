/**
 * What the files of `@jupyterlab/services` get for `@jupyterlab/coreutils` in a page (src/bundle/slim-kernel-client.ts).
 * The original brings parsers of URLs, paths and command lines that a browser has, or has no use for.
 */

/** Of absolute addresses alone: each request begins with the reader's server. */
export const URLExt = {
  /** The address with the segments after its path; a query in the last one stays as it is. */
  join(base: string, ...segments: readonly string[]): string {
    const { origin, pathname } = new URL(base);
    return origin + [pathname, ...segments].join('/').replace(/\/{2,}/gu, '/');
  },
  normalize: (address: string | undefined): string => (address === undefined || address === '' ? '' : new URL(address, location.href).href),
  getHostName: (address: string): string => new URL(address).hostname,
};

/** Settings that JupyterLab writes into its own pages. Ours hold none, and none is taken from what stands in them. */
export const PageConfig = {
  getOption: (): string => '',
  getToken: (): string => '',
  getBaseUrl: (): string => new URL('/', location.href).href,
  getWsUrl: (): string => new URL('/', location.href).href.replace(/^http/u, 'ws'),
};
