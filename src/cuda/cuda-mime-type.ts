/** MIME type of the messages that the CUDA helper shows from the kernel, always beside a text/plain twin. */
export const CUDA_MIME_TYPE = 'application/vnd.warpnotes.cuda+json';
