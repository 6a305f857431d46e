import { KernelAPI, KernelConnection, KernelMessage, ServerConnection } from '@jupyterlab/services';
import type { OutgoingMessage } from './kernel-frames.ts';
import { KernelError } from './kernel-error.ts';
import type { ServerPath } from './server-path.ts';
import type { KernelTicket } from './session-options.ts';

/** After its reply, so long for the rest of what the kernel has said. */
const GRACE_MS = 1000;

/** Starts a kernel on a server. Throws a KernelError that says what to do. */
export async function startJupyterKernel(path: ServerPath): Promise<KernelTicket> {
  const { url, access: { kernelName } } = path;
  try {
    const { id, name } = await KernelAPI.startNew({ name: kernelName }, path.settings(WebSocket));
    return { kernelId: id, kernelName: name, clientId: newId() };
  } catch (cause) {
    throw startError(url, cause);
  }
}

/**
 * The client of @jupyterlab/services for one process of a kernel. It makes and tells apart requests and answers; that it stays
 * connected is the business of the WebSocket class it is given.
 */
export function connectKernel(path: ServerPath, ticket: KernelTicket, Socket: typeof WebSocket): KernelConnection {
  const { kernelId: id, kernelName: name, clientId } = ticket;
  return new KernelConnection({ model: { id, name }, clientId, serverSettings: path.settings(Socket), handleComms: false });
}

/** A request that a kernel answers while it runs code, if it can. */
export function beatRequest(clientId: string): OutgoingMessage {
  return infoRequest(clientId, 'control');
}

/** Resolves when the kernel has answered a request that was sent after all others, and what it said before is here. */
export async function passedRequests(kernel: KernelConnection): Promise<void> {
  const future = kernel.sendShellMessage(infoRequest(kernel.clientId, 'shell'), true);
  const replied = Promise.withResolvers<undefined>();
  future.onReply = () => { replied.resolve(undefined); };
  // It is past with its reply and its idle status; where the second is lost, some time after the first.
  await Promise.race([future.done, replied.promise.then(() => new Promise((resolve) => { setTimeout(resolve, GRACE_MS); }))]);
}

function infoRequest(clientId: string, channel: 'shell' | 'control'): KernelMessage.IInfoRequestMsg {
  // The type knows the shell channel alone; kernels answer it on both.
  return KernelMessage.createMessage<KernelMessage.IInfoRequestMsg>({
    msgType: 'kernel_info_request', channel: channel as 'shell', session: clientId, content: {},
  });
}

/** Not `crypto.randomUUID`, which pages that came over plain http from another machine lack. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function startError(url: string, cause: unknown): KernelError {
  if (cause instanceof ServerConnection.NetworkError) {
    return new KernelError('unreachable', `${url} did not answer when it was to start a kernel`, { cause, facts: { url } });
  }
  if (!(cause instanceof ServerConnection.ResponseError)) {
    return new KernelError('not-jupyter', `${url} did not answer with a kernel: check the address and its prefix`, { cause, facts: { url } });
  }
  const { status } = cause.response;
  if (status === 401 || status === 403) {
    return new KernelError('unauthorized', `${url} refused the token: copy it again from the server's log`, { cause, facts: { url, status } });
  }
  return new KernelError('server-error', `${url} could not start a kernel (HTTP ${status})`, { cause, facts: { url, status } });
}

export type ExecuteContent = KernelMessage.IExecuteRequestMsg['content'];
export type { KernelConnection };
