import { KernelError, type KernelErrorCode, type KernelErrorFacts } from './kernel-error.ts';
import type { KernelServer } from './server-address.ts';

/**
 * An error with the facts that every one has: the server's address and kind, and the page that its configuration has to name.
 * `page` is null outside of a page.
 */
export function trouble(
  code: KernelErrorCode, server: KernelServer, { page }: { readonly page: { readonly origin: string } | null },
  more: KernelErrorFacts = {}, cause?: unknown,
): KernelError {
  const { url, kind } = server;
  const facts = { url, ...(page ? { origin: page.origin } : {}), ...(kind ? { kind } : {}), ...more };
  return new KernelError(code, `${url}: ${MEANINGS[code]}`, { facts, cause });
}

/** For the log and the recorder; the page has words of its own in `error-labels.ts`. */
const MEANINGS: Readonly<Record<KernelErrorCode, string>> = {
  'address-invalid': 'this is not an address',
  'mixed-content': 'plain http to a page that came over https: tunnel it to 127.0.0.1, or give it TLS',
  'local-network-denied': 'the browser does not let this site reach the local network: allow it in the site\'s settings',
  'local-network-prompt': 'the browser waits for leave to reach the local network: give it and connect again',
  'content-policy': 'the site\'s Content-Security-Policy does not allow this address: add it to connect-src',
  'page-part-missing': 'a script of the page did not come: check the network and reload the page',
  unreachable: 'nothing answers there: is the server running, and is the port right?',
  timeout: 'no answer in time: a firewall may swallow what is sent, or the kernel hangs',
  'not-jupyter': 'there is no Jupyter server there: check the address and its prefix',
  'origin-refused': 'the server does not accept this page: start it with --ServerApp.allow_origin set to the page\'s origin',
  unauthorized: 'the server refused the token: copy it again from the server\'s log',
  'xsrf-refused': 'the server wants an XSRF token, as it does where it asks for no other: start it with one',
  'server-error': 'the server failed: its log says why',
  'websocket-origin': 'the server refuses the WebSocket of this page\'s origin',
  'websocket-protocol': 'what stands before the server changes its WebSockets: a proxy must pass Sec-WebSocket-Protocol on',
  'websocket-refused': 'the WebSocket was refused: a proxy in between must let WebSockets through',
  'kernel-dead': 'the kernel died, or its server ended it',
  'no-kernelspec': 'the server has no Python kernel: install ipykernel there',
  'not-hub': 'there is no JupyterHub there: give the part of the address before /hub or /user',
  'hub-forbidden': 'the token is known there but may not do this: it needs a user\'s rights to start and reach servers',
  'spawn-failed': 'the hub could not start the server',
  'not-binder': 'there is no BinderHub there',
  'build-failed': 'the binder could not build or launch the repository',
  'hub-server-stopped': 'this user\'s server is stopped: connect by way of the hub, which starts it',
};
