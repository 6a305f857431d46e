import { KernelAPI, ServerConnection } from '@jupyterlab/services';
import type { KernelErrorCode } from './kernel-error.ts';
import type { ServerPath } from './server-path.ts';

/** What a server says of a kernel; `unanswered` where it says nothing. */
export type KernelPresence =
  | { readonly kind: 'there'; /** WebSockets that the server has open, where it says so. */ readonly connections: number | null }
  | { readonly kind: 'gone' | 'unauthorized' | 'unanswered' };

/**
 * Asks a server whether it still has a kernel. Never rejects. jupyter-server 2.21 refuses a token without CORS headers, which
 * to a page looks like silence; `/api`, which needs no token, and a second try tell it from a server that was just away.
 */
async function askPresence(path: ServerPath, kernelId: string, timeoutSeconds: number): Promise<KernelPresence> {
  const first = await listed(path, kernelId, timeoutSeconds);
  if (first !== 'no-answer') return first;
  const mode = path.access.tokenPlace === 'header' ? 'cors' : 'no-cors';
  if (!(await answers(`${path.url}api`, mode, timeoutSeconds))) return { kind: 'unanswered' };
  const second = await listed(path, kernelId, timeoutSeconds);
  return second === 'no-answer' ? { kind: 'unauthorized' } : second;
}

/** Throws a KernelError where a server does not say that it has the kernel. */
export async function expectPresence(path: ServerPath, kernelId: string, timeoutSeconds: number): Promise<void> {
  const { kind } = await askPresence(path, kernelId, timeoutSeconds);
  if (kind !== 'there') throw path.trouble(PRESENCE_TROUBLES[kind]);
}

/** What is wrong where a server does not say that it has a kernel. */
export const PRESENCE_TROUBLES: Readonly<Record<Exclude<KernelPresence['kind'], 'there'>, KernelErrorCode>> = {
  gone: 'kernel-dead', unauthorized: 'unauthorized', unanswered: 'unreachable',
};

/** `askPresence` of a client that counts as one of the kernel's connections, where its server counts them: some do not. */
export function presenceQuestion(path: ServerPath, kernelId: string, timeoutSeconds: number): () => Promise<KernelPresence> {
  let counts = false;
  return async () => {
    const presence = await askPresence(path, kernelId, timeoutSeconds);
    if (presence.kind !== 'there') return presence;
    counts ||= (presence.connections ?? 0) > 0;
    return counts ? presence : { kind: 'there', connections: null };
  };
}

/**
 * The server is asked for all kernels first: to a page, the 404 for one that is gone is no answer at all, since it comes
 * without CORS headers. Gateways that list no kernels are asked for the one.
 */
async function listed(path: ServerPath, kernelId: string, timeoutSeconds: number): Promise<KernelPresence | 'no-answer'> {
  const settings = path.settings(WebSocket);
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  const timed = { ...settings, init: { ...settings.init, signal } };
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
    if (error instanceof ServerConnection.ResponseError && [401, 403].includes(error.response.status)) return { kind: 'unauthorized' };
    return error instanceof ServerConnection.NetworkError && !signal.aborted ? 'no-answer' : { kind: 'unanswered' };
  }
}

/** Whether anything answers at an address, readably for `cors`. */
async function answers(url: string, mode: RequestMode, timeoutSeconds: number): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  const init: RequestInit = { mode, cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer', signal };
  return fetch(url, init).then(({ ok, type }) => ok || type === 'opaque', () => false);
}
