import { KernelAPI, KernelConnection, ServerConnection, type KernelMessage } from '@jupyterlab/services';
import { KernelError } from './kernel-error.ts';
import type { KernelServer } from './server-address.ts';

/** Starts a kernel on a server and connects to it. Throws a KernelError that says what to do. */
export async function startJupyterKernel(server: KernelServer, connectTimeoutSeconds = 60): Promise<KernelConnection> {
  const serverSettings = ServerConnection.makeSettings({
    baseUrl: server.url,
    wsUrl: server.url.replace(/^http/u, 'ws'),
    token: server.token,
    // Without it no token reaches the WebSocket of another port of the same host.
    appendToken: true,
    init: { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' },
  });
  const model = await startModel(server, serverSettings);
  const kernel = new KernelConnection({ model, serverSettings, handleComms: false });
  try {
    await withTimeout(kernel.info, connectTimeoutSeconds, () => new KernelError(
      'websocket-refused',
      `a kernel was started on ${server.url}, but its WebSocket did not answer within ${connectTimeoutSeconds} s: ` +
        'a proxy in between must let WebSockets through',
    ));
  } catch (error) {
    await kernel.shutdown().catch((cause: unknown) => console.warn('The kernel could not be shut down.', cause));
    kernel.dispose();
    throw error;
  }
  return kernel;
}

async function startModel(server: KernelServer, settings: ServerConnection.ISettings) {
  try {
    return await KernelAPI.startNew({}, settings);
  } catch (cause) {
    throw startError(server, cause);
  }
}

function startError(server: KernelServer, cause: unknown): KernelError {
  if (!(cause instanceof ServerConnection.ResponseError)) {
    return new KernelError(
      'unreachable',
      `${server.url} does not answer, or does not allow this page: is the server running, and was it started with ` +
        "--ServerApp.allow_origin set to this page's address?",
      { cause },
    );
  }
  const { status } = cause.response;
  if (status === 401 || status === 403) {
    return new KernelError('unauthorized', `${server.url} refused the token: copy it again from the server's log`, { cause });
  }
  if (status === 404 || status === 405) {
    return new KernelError('not-jupyter', `there is no Jupyter server at ${server.url}: check the address and its prefix`, { cause });
  }
  return new KernelError('server-error', `${server.url} could not start a kernel (HTTP ${status})`, { cause });
}

async function withTimeout<T>(promise: Promise<T>, seconds: number, error: () => Error): Promise<T> {
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
