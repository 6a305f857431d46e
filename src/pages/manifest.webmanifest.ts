import type { APIRoute } from 'astro';
import { siteDescription } from '../discovery/site-description.ts';
import { siteName } from '../i18n/site-name.ts';

/** The site as an app that can be installed (W3C Web Application Manifest). Addresses are relative to the file. */
export const GET: APIRoute = async () => {
  const any = { purpose: 'any' };
  const manifest = {
    name: siteName.en,
    short_name: siteName.en,
    description: await siteDescription(process.cwd(), 'en'),
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: '#fcfcfa',
    theme_color: '#1d6f4c',
    icons: [
      { src: 'favicon.svg', sizes: 'any', type: 'image/svg+xml', ...any },
      { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png', ...any },
      { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png', ...any },
      { src: 'icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } });
};
