import { ServerConnection } from '@jupyterlab/services';
import type { KernelError, KernelErrorCode, KernelErrorFacts } from './kernel-error.ts';
import type { ServerAccess } from './server-access.ts';
import { webSocketAddress, type KernelServer } from './server-address.ts';
import { withToken } from './server-request.ts';
import { trouble } from './server-trouble.ts';

/** Statuses that come without a body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Methods of requests that send JSON. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * The way to a server. It alone puts the token into requests: @jupyterlab/services has none, so that none of its errors
 * and console messages can show it.
 */
export class ServerPath {
  #access: ServerAccess;
  readonly #fetch: typeof fetch;

  constructor(access: ServerAccess, fetcher: typeof fetch = (...args) => fetch(...args)) {
    this.#access = access;
    this.#fetch = fetcher;
  }

  get access(): ServerAccess {
    return this.#access;
  }

  get url(): string {
    return this.#access.server.url;
  }

  /** What is wrong with this server, with the facts for its kind. */
  trouble(code: KernelErrorCode, more: KernelErrorFacts = {}, cause?: unknown): KernelError {
    const { server, origin } = this.#access;
    return trouble(code, server, { page: origin === undefined ? null : { origin } }, more, cause);
  }

  /** Goes on with another token for the same server. */
  renew({ token }: KernelServer): void {
    this.#access = { ...this.#access, server: { ...this.#access.server, token } };
  }

  /** An address with the token: for WebSockets, where a browser cannot set a header, and for servers without CORS configuration. */
  withToken(address: string): string {
    const { token } = this.#access.server;
    return token === '' ? address : withToken(address, token);
  }

  /** Settings for @jupyterlab/services, with a WebSocket class that takes its messages as objects. */
  settings(Socket: typeof WebSocket): ServerConnection.ISettings {
    return ServerConnection.makeSettings({
      baseUrl: this.url,
      wsUrl: webSocketAddress(this.#access.server),
      token: '',
      appendToken: false,
      init: { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' },
      fetch: (request) => this.send(request as Request),
      WebSocket: Socket,
      serializer: {
        serialize: (message) => message as unknown as string,
        deserialize: (message) => message as unknown as ReturnType<ServerConnection.ISettings['serializer']['deserialize']>,
      },
    });
  }

  /** Asks the server to end a kernel. The request is under way when this returns. */
  async endKernel(kernelId: string): Promise<void> {
    const init: RequestInit = { method: 'DELETE', credentials: 'omit', referrerPolicy: 'no-referrer' };
    await this.send(new Request(`${this.url}api/kernels/${kernelId}`, init));
  }

  /** Where a request goes and with which headers; in query mode with none that a preflight would have to allow. */
  addressed(url: string, method: string): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
    const { server: { token }, tokenPlace } = this.#access;
    if (tokenPlace === 'query') return { url: this.withToken(url), headers: {} };
    const headers = {
      ...(token === '' ? {} : { Authorization: `token ${token}` }),
      ...(WITH_BODY.has(method) ? { 'Content-Type': 'application/json' } : {}),
    };
    return { url, headers };
  }

  /**
   * Sends a request with the token; one that ends a kernel outlives its page. In query mode the address of the answer is kept
   * back, since it has the token.
   */
  async send(request: Request): Promise<Response> {
    const { method, cache, credentials, referrerPolicy, signal } = request;
    const keepalive = method === 'DELETE';
    const body = WITH_BODY.has(method) ? await request.text() : '';
    const { url, headers } = this.addressed(request.url, method);
    const init: RequestInit = { method, headers, cache, credentials, referrerPolicy, keepalive, signal, ...(body === '' ? {} : { body }) };
    const response = await this.#fetch(url, init);
    if (this.#access.tokenPlace === 'header') return response;
    const { status, statusText } = response;
    return new Response(EMPTY.has(status) ? null : response.body, { status, statusText, headers: response.headers });
  }
}
