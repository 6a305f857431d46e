import type { APIRoute } from 'astro';
import { figureText } from '../../components/figure-texts.ts';
import { siteAddress, wholeAddress } from '../../discovery/site-address.ts';
import { downloads, type Download } from '../../download/download-library.ts';
import { DOWNLOADS } from '../../offline/downloads-folder.ts';

interface Path {
  readonly params: { readonly file: string };
  readonly props: { readonly download: Download };
}

export async function getStaticPaths(): Promise<readonly Path[]> {
  const all = await downloads({ root: process.cwd(), siteUrl: wholeAddress(siteAddress(import.meta.env)), figureTexts: figureText });
  return all.map((download) => ({ params: { file: download.path.slice(DOWNLOADS.length) }, props: { download } }));
}

/** A note as a notebook, its code as files. */
export const GET: APIRoute<Path['props']> = async ({ props: { download } }) =>
  new Response(await download.make(), { headers: { 'content-type': download.type } });
