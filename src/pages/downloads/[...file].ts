import type { APIRoute } from 'astro';
import { figureText } from '../../components/figure-texts.ts';
import { downloads, type Download } from '../../download/download-library.ts';
import { DOWNLOADS } from '../../offline/downloads-folder.ts';

interface Path {
  readonly params: { readonly file: string };
  readonly props: { readonly download: Download };
}

/** The site's address with its base path, where one is set: without, links in a file would lead to this computer. */
function siteUrl(): string | null {
  const site = process.env['SITE_URL'];
  return site === undefined ? null : new URL(import.meta.env.BASE_URL.replace(/\/?$/u, '/'), site).href;
}

export async function getStaticPaths(): Promise<readonly Path[]> {
  const all = await downloads({ root: process.cwd(), siteUrl: siteUrl(), figureTexts: figureText });
  return all.map((download) => ({ params: { file: download.path.slice(DOWNLOADS.length) }, props: { download } }));
}

/** A note as a notebook, its code as files. */
export const GET: APIRoute<Path['props']> = async ({ props: { download } }) =>
  new Response(await download.make(), { headers: { 'content-type': download.type } });
