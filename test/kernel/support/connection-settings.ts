import { withToken } from '../../../src/kernel/server-request.ts';
import type { ServerAccess } from '../../../src/kernel/server-access.ts';
import { webSocketAddress } from '../../../src/kernel/server-address.ts';

/** What the Jupyter client takes to talk to a server (`ServerConnection.makeSettings`). */
export interface ConnectionSettings {
  readonly baseUrl: string;
  readonly wsUrl: string;
  readonly token: string;
  readonly appendToken: boolean;
  readonly init: RequestInit;
  readonly fetch?: typeof fetch;
  readonly WebSocket?: typeof WebSocket;
}

/** Settings that put the token where the server takes it, and nowhere else. */
export function connectionSettings(access: ServerAccess): ConnectionSettings {
  const { server, tokenPlace } = access;
  return {
    baseUrl: server.url,
    wsUrl: webSocketAddress(server),
    token: tokenPlace === 'header' ? server.token : '',
    // A page can give its WebSocket no header. The client itself appends the token for other hosts alone, not for other ports.
    appendToken: true,
    init: { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' },
    ...(tokenPlace === 'query' ? { fetch: queryFetch(server.token), WebSocket: querySocket(server.token) } : {}),
  };
}

/** Puts the token into the query and takes all headers away: each would need a preflight, and that fails at such a server. */
function queryFetch(token: string): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { method, signal, cache, credentials, referrerPolicy, keepalive } = request;
    const body = method === 'GET' || method === 'HEAD' ? null : await request.text();
    return fetch(withToken(request.url, token), { method, body, signal, cache, credentials, referrerPolicy, keepalive });
  };
}

/** The client knows of no token then, and so appends none. */
function querySocket(token: string): typeof WebSocket {
  return class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(withToken(String(url), token), protocols);
    }
  };
}
