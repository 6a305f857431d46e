/** Pages that the site's own pages show in a frame; nobody frames any other. */
const FRAMED = /^\/output-frame(?:\.html|\/|$)/u;

/**
 * Headers for an answer of the site, besides the policy that is in each page: what a `<meta>` cannot say.
 * @param path below the site's base path, with a slash at its start
 */
export function securityHeaders(path: string): Readonly<Record<string, string>> {
  const framed = FRAMED.test(path);
  return {
    'content-security-policy': `frame-ancestors ${framed ? "'self'" : "'none'"}`,
    'x-frame-options': framed ? 'SAMEORIGIN' : 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}
