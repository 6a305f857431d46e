import type { PageEffects } from '../kernel/server-request.ts';

/** What the page sees of a connection that fails, for `accessServer`. */
export function pageEffects(): PageEffects {
  const probes = (): Promise<typeof import('./page-probes.ts')> => import('./page-probes.ts');
  return {
    origin: location.origin,
    loadsImage: async (url, signal) => (await probes()).loadsImage(url, signal),
    networkPermission: async () => (await probes()).networkPermission(),
    policyBlocks: async (url) => (await probes()).policyBlocks(url),
  };
}
