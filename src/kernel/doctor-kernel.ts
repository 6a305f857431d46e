import { KernelError } from './kernel-error.ts';
import { V1_PROTOCOL } from './kernel-frames.ts';
import type { ServerAccess } from './server-access.ts';
import { webSocketAddress } from './server-address.ts';
import { ask, requestTo, saidIn, withDefaults, withToken, type AccessEffects } from './server-request.ts';
import { trouble } from './server-trouble.ts';

/**
 * A better word for what went wrong after a server was accessed: the error itself where there is none.
 * @param kernelId null where no kernel was started
 */
export async function explainStart(
  error: unknown, access: ServerAccess, kernelId: string | null, effects: Partial<AccessEffects> = {},
): Promise<Error> {
  if (!(error instanceof KernelError)) return error instanceof Error ? error : new Error(String(error));
  if (kernelId !== null) return error.code === 'websocket-refused' ? whyNoWebSocket(access, kernelId, effects) : error;
  // An answer that could be read says more than a second look.
  return error.code === 'unreachable' ? whyNoKernel(access, effects) : error;
}

/**
 * Why a server that gives its kernelspecs did not start a kernel. It is asked to delete a kernel that no server has: the 404
 * for it comes after all that can stand in the way of the request that starts one.
 */
export async function whyNoKernel({ server, tokenPlace }: ServerAccess, effects: Partial<AccessEffects> = {}): Promise<KernelError> {
  const all = withDefaults(effects);
  const [url, init] = requestTo(server, 'api/kernels/00000000-0000-4000-8000-000000000000', tokenPlace);
  const answer = await ask([url, { ...init, method: 'DELETE' }], all);
  const specs = await ask(requestTo(server, 'api/kernelspecs', tokenPlace), all);
  if (specs.kind !== 'answered') return trouble('unreachable', server, all);
  if (specs.status === 401 || specs.status === 403) return trouble('unauthorized', server, all, { status: specs.status });
  if (answer.kind === 'answered' && /_xsrf/u.test(saidIn(answer.body))) return trouble('xsrf-refused', server, all, { status: answer.status });
  // A page cannot read the refusal; a server without a token is the one that gives it.
  if (answer.kind !== 'answered' && server.token === '') return trouble('xsrf-refused', server, all);
  return trouble('server-error', server, all);
}

/** Why a kernel that was started does not answer over its WebSocket. */
export async function whyNoWebSocket(
  { server, tokenPlace }: ServerAccess, kernelId: string, effects: Partial<AccessEffects> = {},
): Promise<KernelError> {
  const all = withDefaults(effects);
  const kernels = await ask(requestTo(server, 'api/kernels', tokenPlace), all);
  if (kernels.kind !== 'answered') return trouble('unreachable', server, all);
  // A gateway may refuse to list its kernels (403): then the WebSocket alone can tell.
  const isListed = !Array.isArray(kernels.body) || kernels.body.some((model) => Reflect.get(Object(model), 'id') === kernelId);
  if (!isListed) return trouble('kernel-dead', server, all);
  const address = `${webSocketAddress(server)}api/kernels/${encodeURIComponent(kernelId)}/channels?session_id=probe`;
  const url = server.token === '' ? address : withToken(address, server.token);
  if ((await opens(url, [V1_PROTOCOL], all)) === 'open') return trouble('timeout', server, all, { seconds: all.timeoutSeconds });
  if ((await opens(url, [], all)) === 'open') return trouble('websocket-protocol', server, all);
  return trouble(server.token === '' ? 'websocket-origin' : 'websocket-refused', server, all);
}

/** Opens a WebSocket and closes it. One that the browser refuses to make is refused. */
function opens(url: string, protocols: string[], { WebSocket, timeoutSeconds }: AccessEffects): Promise<'open' | 'refused' | 'silent'> {
  const { promise, resolve } = Promise.withResolvers<'open' | 'refused' | 'silent'>();
  let socket: WebSocket;
  try {
    socket = new WebSocket(url, protocols);
  } catch (error) {
    console.warn('No WebSocket can be made.', error instanceof Error ? error.name : error); // its message has the address
    return Promise.resolve('refused');
  }
  const timer = setTimeout(() => { resolve('silent'); }, timeoutSeconds * 1000);
  socket.addEventListener('open', () => { resolve('open'); });
  socket.addEventListener('error', () => { resolve('refused'); });
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}
