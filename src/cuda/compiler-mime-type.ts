/** MIME type of the messages of `kernel/compiler_view.py`. */
export const COMPILER_MIME_TYPE = 'application/vnd.warpnotes.compiler+json';
