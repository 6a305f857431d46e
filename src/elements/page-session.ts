import { PageKernel } from './page-kernel.ts';
import { pagePart } from './page-part.ts';

/** The page's kernel. What connects it, and the client, are loaded when they are first used, and not before. */
export const pageKernel = new PageKernel({
  connect: async (kernel) => (await pagePart(import('./connect-request.ts'))).requestConnection(kernel),
  client: () => pagePart(import('./kernel-client.ts')),
});
