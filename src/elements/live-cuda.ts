/** What shows messages of the CUDA helper, loaded with the first cell that has any. */
export { cudaRenderer } from '../output/render-cuda.ts';
export { liveNoteHref } from './note-href.ts';
