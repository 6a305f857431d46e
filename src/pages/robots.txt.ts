import type { APIRoute } from 'astro';
import { addressOf, siteAddress } from '../discovery/site-address.ts';

/** Everyone may read everything; where the site has an address, the list of its pages is named. */
export const GET: APIRoute = () => {
  const address = siteAddress(import.meta.env);
  const sitemap = address.site === null ? '' : `\nSitemap: ${addressOf(address, 'sitemap-index.xml')}\n`;
  return new Response(`User-agent: *\nAllow: /\n${sitemap}`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
