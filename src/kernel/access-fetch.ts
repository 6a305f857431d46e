import type { ServerAccess } from './server-access.ts';
import { withToken } from './server-request.ts';

/**
 * A fetch for the Jupyter client that puts the token where the server takes it. With `query` it takes all headers away:
 * each but the simplest would need a preflight, which a server without CORS configuration does not answer.
 */
export function accessFetch({ server, tokenPlace }: ServerAccess, send: typeof fetch = fetch): typeof fetch {
  if (tokenPlace === 'header') return send;
  return async (input, init) => {
    const request = new Request(input, init);
    const { method, signal, cache, credentials, referrerPolicy, keepalive } = request;
    const body = method === 'GET' || method === 'HEAD' ? null : await request.text();
    return send(withToken(request.url, server.token), { method, body, signal, cache, credentials, referrerPolicy, keepalive });
  };
}
