import type { APIRoute } from 'astro';
import { loadPipeline } from '../../notebook/pipeline-recording.ts';

/** What the programs of nvcc left for each choice of options, fetched when the figure comes near the screen. */
export const GET: APIRoute = async () => (
  new Response(JSON.stringify(await loadPipeline(process.cwd())), { headers: { 'content-type': 'application/json' } })
);
