/** Where the site is published, as the build knows it. */
export interface SiteAddress {
  /** The origin; null where SITE_URL is not set, and nothing may name one. */
  readonly site: string | null;
  /** The path that the site has there, with a slash at both ends. */
  readonly base: string;
}

/** What `import.meta.env` says of the site in a page or an endpoint. */
export function siteAddress({ SITE, BASE_URL }: { readonly SITE: string | undefined; readonly BASE_URL: string }): SiteAddress {
  return { site: SITE ?? null, base: BASE_URL.replace(/\/?$/u, '/') };
}

/** The address of a file or page, a path without a slash at its start: whole where the site has one, else from the root of its host. */
export function addressOf({ site, base }: SiteAddress, path: string): string {
  return site === null ? base + path : new URL(base + path, site).href;
}

/** The published site with its base path; null where it has no address. */
export function wholeAddress(address: SiteAddress): string | null {
  return address.site === null ? null : addressOf(address, '');
}

/**
 * The origin that SITE_URL gives a build; undefined where it is not set.
 * @throws Error where it is no address of a web site, or has a path: that is BASE_PATH
 */
export function readSiteUrl(given: string | undefined): string | undefined {
  if (given === undefined || given.trim() === '') return undefined;
  const url = URL.parse(given);
  if (url === null || !/^https?:$/u.test(url.protocol)) {
    throw new Error(`SITE_URL is "${given}", which is no address of a web site: set it to one such as https://notes.example, or leave it out`);
  }
  if (url.pathname !== '/') {
    throw new Error(`SITE_URL is "${given}": set it to ${url.origin}, and BASE_PATH to ${url.pathname}`);
  }
  return url.href;
}
