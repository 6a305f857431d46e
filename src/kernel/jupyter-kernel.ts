import { KernelAPI, KernelConnection, KernelMessage, ServerConnection } from '@jupyterlab/services';
import type { OutgoingMessage } from './kernel-frames.ts';
import { KernelError } from './kernel-error.ts';
import { answers } from './kernel-presence.ts';
import type { ServerPath } from './server-path.ts';
import type { KernelTicket } from './session-options.ts';

/** Starts a kernel on a server. Throws a KernelError that says what to do. */
export async function startJupyterKernel(path: ServerPath, clientId: string): Promise<KernelTicket> {
  const { kernelName } = path.access;
  try {
    const { id, name } = await KernelAPI.startNew({ name: kernelName }, path.settings(WebSocket));
    return { kernelId: id, kernelName: name, clientId };
  } catch (cause) {
    if (cause instanceof ServerConnection.ResponseError) throw responseError(path.url, cause);
    // Whatever else is thrown comes from an answer that is not a kernel's description.
    throw cause instanceof ServerConnection.NetworkError ? await silenceError(path.url, cause) : notJupyter(path.url, cause);
  }
}

/**
 * The client of @jupyterlab/services for one process of a kernel. It makes and tells apart requests and answers; that it stays
 * connected is the business of the WebSocket class it is given.
 */
export function connectKernel(path: ServerPath, { kernelId, kernelName, clientId }: KernelTicket, Socket: typeof WebSocket): KernelConnection {
  return new KernelConnection({
    model: { id: kernelId, name: kernelName }, clientId, serverSettings: path.settings(Socket), handleComms: false,
  });
}

/** A request that a kernel answers while it runs code, if it can. */
export function beatRequest(clientId: string): OutgoingMessage {
  return KernelMessage.createMessage<KernelMessage.IInfoRequestMsg>({
    msgType: 'kernel_info_request', channel: 'control' as 'shell', session: clientId, content: {},
  });
}

/** What servers that know nothing of kernels answer to the POST. */
const FOREIGN_STATUS: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * Why a request ended without a readable answer. A server that refuses a token sends no CORS headers with it, which a
 * page cannot tell from silence (seen with jupyter-server 2.21); `/api` needs no token and tells the two apart.
 */
async function silenceError(url: string, cause: unknown): Promise<KernelError> {
  if (await answers(`${url}api`, 'cors', 8)) {
    return new KernelError('unauthorized', `${url} refused the token: copy it again from the server's log`, { cause });
  }
  if (await answers(`${url}api`, 'no-cors', 8)) {
    return new KernelError('origin-refused', `${url} does not accept this page: start it with --ServerApp.allow_origin set to the page's address`, { cause });
  }
  return new KernelError('unreachable', `nothing answers at ${url}: is the server running, and is the port right?`, { cause });
}

function responseError(url: string, cause: ServerConnection.ResponseError): KernelError {
  const { status } = cause.response;
  if (status === 401 || status === 403) {
    return new KernelError('unauthorized', `${url} refused the token: copy it again from the server's log`, { cause });
  }
  if (status < 400 || FOREIGN_STATUS.has(status)) return notJupyter(url, cause);
  return new KernelError('server-error', `${url} could not start a kernel (HTTP ${status})`, { cause });
}

function notJupyter(url: string, cause: unknown): KernelError {
  return new KernelError('not-jupyter', `there is no Jupyter server at ${url}: check the address and its prefix`, { cause });
}

export type { KernelConnection };
