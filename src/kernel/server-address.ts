import { KernelError } from './kernel-error.ts';

/** A Jupyter server as the client needs it. */
export interface KernelServer {
  /** `http(s)://host[:port]/prefix/`, without query. */
  readonly url: string;
  /** Empty where the server asks for none. A secret: it goes into headers and the WebSocket's query, nowhere else. */
  readonly token: string;
}

/** Pages that a Jupyter server shows in a browser: what stands before them is the server's prefix. */
const PAGES = /\/(?:lab|tree|notebooks|edit|files|voila|api|login|doc|terminals|hub)(?:\/.*)?$/u;

/**
 * Reads what a reader pastes: `gpu-box:8888`, `http://127.0.0.1:8888/lab?token=…`, an address with a prefix.
 * The token of the address is taken out of it. Throws a KernelError `address-invalid`.
 */
export function parseServerAddress(text: string, token = ''): KernelServer {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(trimmed) ? trimmed : `http://${trimmed}`;
  let url: URL;
  try {
    url = new URL(withScheme);
  } catch (cause) {
    throw new KernelError('address-invalid', 'the address is not a URL such as http://127.0.0.1:8888/', { cause });
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new KernelError('address-invalid', `the address begins with ${url.protocol}, it must begin with http: or https:`);
  }
  const prefix = url.pathname.replace(PAGES, '/').replace(/\/*$/u, '/');
  return { url: `${url.origin}${prefix}`, token: token.trim() || (url.searchParams.get('token') ?? '') };
}

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/u;

/**
 * A page that came over https may use plain http on this computer only: browsers block the rest before it is sent.
 * Throws a KernelError `mixed-content`.
 * @param pageProtocol `location.protocol` of the page
 */
export function checkPageMayUse({ url }: KernelServer, pageProtocol: string): void {
  const { protocol, hostname } = new URL(url);
  if (pageProtocol === 'https:' && protocol === 'http:' && !LOOPBACK.test(hostname)) {
    throw new KernelError('mixed-content', `${url} is plain http and this page is not: tunnel it to 127.0.0.1, or give it TLS`);
  }
}
