import { KernelAPI, KernelConnection, ServerConnection, type KernelMessage } from '@jupyterlab/services';
import { KernelError } from './kernel-error.ts';
import type { KernelServer } from './server-address.ts';

/** Starts a kernel on a server; the connection to it is being made when this resolves. Throws a KernelError that says what to do. */
export async function startJupyterKernel(server: KernelServer): Promise<KernelConnection> {
  const serverSettings = settingsOf(server);
  const model = await startModel(server, serverSettings);
  return new KernelConnection({ model, serverSettings, handleComms: false });
}

/** Connects to a kernel that an earlier page started, as the same client: the server then sends what came meanwhile. */
export function attachJupyterKernel(
  server: KernelServer,
  { kernelId, kernelName, clientId }: { readonly kernelId: string; readonly kernelName: string; readonly clientId: string },
): KernelConnection {
  return new KernelConnection({ model: { id: kernelId, name: kernelName }, clientId, serverSettings: settingsOf(server), handleComms: false });
}

function settingsOf(server: KernelServer): ServerConnection.ISettings {
  return ServerConnection.makeSettings({
    baseUrl: server.url,
    wsUrl: server.url.replace(/^http/u, 'ws'),
    token: server.token,
    // Without it no token reaches the WebSocket of another port of the same host.
    appendToken: true,
    init: { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' },
  });
}

/** Resolves when the kernel has answered over its WebSocket. Throws a KernelError `websocket-refused` after the timeout. */
export async function kernelConnected(kernel: KernelConnection, timeoutSeconds: number): Promise<void> {
  await withTimeout(kernel.info, timeoutSeconds, () => new KernelError(
    'websocket-refused',
    `a kernel was started on ${kernel.serverSettings.baseUrl}, but its WebSocket did not answer within ${timeoutSeconds} s: ` +
      'a proxy in between must let WebSockets through',
  ));
}

/**
 * What a server says of a kernel: `gone` where it has it no more, `unanswered` where it does not say. It is asked for all
 * kernels: to a page, the 404 for one that is gone is no answer at all, since it comes without CORS headers.
 */
export async function kernelState(kernel: KernelConnection): Promise<'gone' | 'idle' | 'busy' | 'unanswered'> {
  try {
    const models = await KernelAPI.listRunning(kernel.serverSettings);
    const model = models.find(({ id }) => id === kernel.id);
    if (model === undefined) return 'gone';
    return model.execution_state === 'idle' ? 'idle' : 'busy';
  } catch (error) {
    console.warn('The server did not say how its kernel is.', error);
    return 'unanswered';
  }
}

/** What servers that know nothing of kernels answer to the POST. */
const FOREIGN_STATUS: ReadonlySet<number> = new Set([404, 405, 501]);

async function startModel(server: KernelServer, settings: ServerConnection.ISettings) {
  try {
    return await KernelAPI.startNew({}, settings);
  } catch (cause) {
    if (cause instanceof ServerConnection.ResponseError) throw responseError(server, cause);
    // Whatever else is thrown comes from an answer that is not a kernel's description.
    throw cause instanceof ServerConnection.NetworkError ? await silenceError(server, cause) : notJupyter(server, cause);
  }
}

/**
 * Why a request ended without a readable answer. A server that refuses a token sends no CORS headers with it, which a
 * page cannot tell from silence (seen with jupyter-server 2.21); `/api` needs no token and tells the two apart.
 */
async function silenceError({ url }: KernelServer, cause: unknown): Promise<KernelError> {
  if (await answers(`${url}api`, 'cors')) {
    return new KernelError('unauthorized', `${url} refused the token: copy it again from the server's log`, { cause });
  }
  if (await answers(`${url}api`, 'no-cors')) {
    return new KernelError(
      'origin-refused',
      `${url} does not accept this page: start it with --ServerApp.allow_origin set to the page's address`,
      { cause },
    );
  }
  return new KernelError('unreachable', `nothing answers at ${url}: is the server running, and is the port right?`, { cause });
}

async function answers(url: string, mode: RequestMode): Promise<boolean> {
  const init: RequestInit = { mode, cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer', signal: AbortSignal.timeout(8000) };
  return fetch(url, init).then(({ ok, type }) => ok || type === 'opaque', () => false);
}

function responseError(server: KernelServer, cause: ServerConnection.ResponseError): KernelError {
  const { status } = cause.response;
  if (status === 401 || status === 403) {
    return new KernelError('unauthorized', `${server.url} refused the token: copy it again from the server's log`, { cause });
  }
  if (status < 400 || FOREIGN_STATUS.has(status)) return notJupyter(server, cause);
  return new KernelError('server-error', `${server.url} could not start a kernel (HTTP ${status})`, { cause });
}

function notJupyter({ url }: KernelServer, cause: unknown): KernelError {
  return new KernelError('not-jupyter', `there is no Jupyter server at ${url}: check the address and its prefix`, { cause });
}

/** A promise with a limit: rejects with the error that `error` makes. */
export async function withTimeout<T>(promise: Promise<T>, seconds: number, error: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(error()), seconds * 1000);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

export type { KernelConnection, KernelMessage };
