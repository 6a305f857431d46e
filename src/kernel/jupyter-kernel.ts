import { KernelAPI, KernelConnection, KernelMessage, ServerConnection } from '@jupyterlab/services';
import type { OutgoingMessage } from './kernel-frames.ts';
import type { KernelError } from './kernel-error.ts';
import type { ServerPath } from './server-path.ts';
import type { KernelSessionOptions, KernelTicket } from './session-options.ts';

/** After its reply, so long for the rest of what the kernel has said. */
const GRACE_MS = 1000;

/** Starts a kernel on a server. Throws a KernelError that says what to do, `explain`'s where it has one. */
export async function startJupyterKernel(path: ServerPath, explain?: KernelSessionOptions['explain']): Promise<KernelTicket> {
  const { kernelName } = path.access;
  try {
    const { id, name } = await KernelAPI.startNew({ name: kernelName }, path.settings(WebSocket));
    return { kernelId: id, kernelName: name, clientId: newId() };
  } catch (cause) {
    const error = startError(path, cause);
    throw (await explain?.(error, path.access, null)) ?? error;
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

function startError(path: ServerPath, cause: unknown): KernelError {
  if (cause instanceof ServerConnection.NetworkError) return path.trouble('unreachable', {}, cause);
  if (!(cause instanceof ServerConnection.ResponseError)) return path.trouble('not-jupyter', {}, cause);
  const { status } = cause.response;
  return path.trouble(status === 401 || status === 403 ? 'unauthorized' : 'server-error', { status }, cause);
}

export type ExecuteContent = KernelMessage.IExecuteRequestMsg['content'];
export type { KernelConnection };
