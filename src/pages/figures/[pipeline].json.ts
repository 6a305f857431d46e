import type { APIRoute } from 'astro';
import { loadPipeline, PIPELINE_NOTE } from '../../notebook/pipeline-recording.ts';
import { loadNotes } from '../../note/note-library.ts';

/** One file, where the site has the note that it is recorded of. */
export async function getStaticPaths(): Promise<readonly { readonly params: { readonly pipeline: string } }[]> {
  const isWritten = (await loadNotes(process.cwd())).some(({ id }) => id === PIPELINE_NOTE);
  return isWritten ? [{ params: { pipeline: 'compilation-pipeline' } }] : [];
}

/** What the programs of nvcc left for each choice of options, fetched when the figure comes near the screen. */
export const GET: APIRoute = async () => (
  new Response(JSON.stringify(await loadPipeline(process.cwd())), { headers: { 'content-type': 'application/json' } })
);
