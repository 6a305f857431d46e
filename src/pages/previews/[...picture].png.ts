import type { APIRoute } from 'astro';
import type { Preview } from '../../discovery/preview-picture.ts';
import { siteAddress } from '../../discovery/site-address.ts';
import { PREVIEWS } from '../../offline/downloads-folder.ts';

interface Path {
  readonly params: { readonly picture: string };
  readonly props: { readonly preview: Preview };
}

/** Only other sites show these pictures, and only by their whole address: a site without one has none. */
export async function getStaticPaths(): Promise<readonly Path[]> {
  if (siteAddress(import.meta.env).site === null) return [];
  const { sitePreviews } = await import('../../discovery/site-previews.ts');
  return [...await sitePreviews(process.cwd())].map(([file, preview]) => ({
    params: { picture: file.slice(PREVIEWS.length).replace(/\.png$/u, '') }, props: { preview },
  }));
}

/** The picture that other sites show beside a link to a page. */
export const GET: APIRoute<Path['props']> = async ({ props: { preview } }) => {
  const { drawnPreview } = await import('../../discovery/site-previews.ts');
  return new Response(await drawnPreview(process.cwd(), preview), { headers: { 'content-type': 'image/png' } });
};
