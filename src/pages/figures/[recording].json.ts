import type { APIRoute } from 'astro';
import { loadPipeline, PIPELINE_NOTE } from '../../notebook/pipeline-recording.ts';
import { loadNotes } from '../../note/note-library.ts';

interface Path {
  readonly params: { readonly recording: 'compilation-pipeline' };
}

export async function getStaticPaths(): Promise<readonly Path[]> {
  const notes = await loadNotes(process.cwd());
  return notes.some(({ id }) => id === PIPELINE_NOTE) ? [{ params: { recording: 'compilation-pipeline' } }] : [];
}

/** What the programs of nvcc left for each choice of options, fetched when the figure comes near the screen. */
export const GET: APIRoute = async () => (
  new Response(JSON.stringify(await loadPipeline(process.cwd())), { headers: { 'content-type': 'application/json' } })
);
