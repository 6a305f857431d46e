import { KernelAPI, ServerConnection } from '@jupyterlab/services';
import type { ServerPath } from './server-path.ts';

/** What a server says of a kernel; `unanswered` where it says nothing. */
export type KernelPresence =
  | { readonly kind: 'there'; /** WebSockets that the server has open, where it says so. */ readonly connections: number | null }
  | { readonly kind: 'gone' | 'unauthorized' | 'unanswered' };

/**
 * Asks a server whether it still has a kernel. It is asked for all kernels first: to a page, the 404 for one that is gone is
 * no answer at all, since it comes without CORS headers. Gateways that list no kernels are asked for the one.
 */
export async function askPresence(path: ServerPath, kernelId: string, timeoutSeconds: number): Promise<KernelPresence> {
  const settings = path.settings(WebSocket);
  const timed = { ...settings, init: { ...settings.init, signal: AbortSignal.timeout(timeoutSeconds * 1000) } };
  try {
    const model = await KernelAPI.listRunning(timed).then(
      (models) => models.find(({ id }) => id === kernelId),
      (error: unknown) => {
        if (error instanceof ServerConnection.ResponseError) return KernelAPI.getKernelModel(kernelId, timed);
        throw error;
      },
    );
    if (model === undefined || model.execution_state === 'dead') return { kind: 'gone' };
    return { kind: 'there', connections: model.connections ?? null };
  } catch (error) {
    if (error instanceof ServerConnection.ResponseError) {
      return { kind: [401, 403].includes(error.response.status) ? 'unauthorized' : 'unanswered' };
    }
    if (!(error instanceof ServerConnection.NetworkError)) return { kind: 'unanswered' };
    // jupyter-server 2.21 refuses a token without CORS headers, which looks like silence. `/api` needs no token.
    const mode = path.access.tokenPlace === 'header' ? 'cors' : 'no-cors';
    return { kind: (await answers(`${path.url}api`, mode, timeoutSeconds)) ? 'unauthorized' : 'unanswered' };
  }
}

/** Whether anything answers at an address, readably for `cors`. */
export async function answers(url: string, mode: RequestMode, timeoutSeconds: number): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  const init: RequestInit = { mode, cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer', signal };
  return fetch(url, init).then(({ ok, type }) => ok || type === 'opaque', () => false);
}
