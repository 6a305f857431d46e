import type { APIRoute } from 'astro';
import { recordedPictures } from '../../notebook/recorded-pictures.ts';

interface Path {
  readonly params: { readonly file: string };
  readonly props: { readonly svg: string };
}

export async function getStaticPaths(): Promise<readonly Path[]> {
  return [...await recordedPictures(process.cwd())].map(([file, { svg }]) => ({ params: { file }, props: { svg } }));
}

/** A picture that a cell recorded. */
export const GET: APIRoute<Path['props']> = ({ props: { svg } }) => new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
