import type { APIRoute } from 'astro';
import { figureText } from '../components/figure-texts.ts';
import { siteAddress, wholeAddress } from '../discovery/site-address.ts';
import { markdownFile } from '../download/download-path.ts';
import { exportedMarkdown } from '../download/exported-markdown.ts';
import { loadNotes } from '../note/note-library.ts';
import type { NotePath } from '../note/note-path.ts';

interface Path {
  readonly params: { readonly note: string };
  readonly props: NotePath;
}

export async function getStaticPaths(): Promise<readonly Path[]> {
  const notes = await loadNotes(process.cwd());
  return notes.map(({ id, locale }) => ({ params: { note: markdownFile(id, locale).replace(/\.md$/u, '') }, props: { id, locale } }));
}

/** A note as Markdown, with what its cells printed. */
export const GET: APIRoute<Path['props']> = async ({ props: { id, locale } }) => {
  const siteUrl = wholeAddress(siteAddress(import.meta.env));
  const text = await exportedMarkdown({ root: process.cwd(), id, locale, siteUrl, figureTexts: figureText });
  return new Response(text, { headers: { 'content-type': 'text/markdown; charset=utf-8' } });
};
