import { KernelError, type AddressProblem, type ServerKind } from './kernel-error.ts';

/** A Jupyter server as the client needs it. */
export interface KernelServer {
  /** `http(s)://host[:port]/prefix/`, without query. */
  readonly url: string;
  /** Empty where the server asks for none. A secret: `ServerAccess` says where it goes. */
  readonly token: string;
  /** What it is, where that is known: advice names the settings of its kind. */
  readonly kind?: ServerKind;
}

/** Pages that a Jupyter server shows in a browser: what stands before them is the server's prefix. */
const PAGES = /\/(?:lab|tree|notebooks|edit|files|voila|api|login|doc|terminals|hub)(?:\/.*)?$/u;
/** A user's server of a hub: the user may be called as one of the pages. */
const USER = /^.*?\/user\/[^/]+/u;

/**
 * Reads what a reader pastes: `http://127.0.0.1:8888/lab?token=…`, an address with a prefix, one of a hub's user.
 * The token of the address is taken out of it. Throws a KernelError `address-invalid` whose facts have the problem and
 * what to write instead.
 */
export function parseServerAddress(text: string, token = ''): KernelServer {
  const url = webAddress(text.trim());
  const user = USER.exec(url.pathname)?.[0] ?? '';
  const prefix = `${user}${url.pathname.slice(user.length).replace(PAGES, '/')}`.replace(/\/*$/u, '/');
  return { url: `${url.origin}${prefix}`, token: token.trim() || (url.searchParams.get('token') ?? '') };
}

/** The address of the server's WebSockets: `ws(s)://host[:port]/prefix/`. */
export function webSocketAddress({ url }: KernelServer): string {
  return url.replace(/^http/u, 'ws');
}

function webAddress(text: string): URL {
  if (text === '') throw invalid('empty', 'the address is empty');
  if (/^[^/?#]*:[^/?#]*@/u.test(text)) throw invalid('credentials', 'the address has a user name or a password in it');
  // `gpu-box:8888` is a host with its port, though it reads as a URL of the scheme `gpu-box`.
  if (/^(?:[^\s/?#:]+|\[[^\]]*\])(?::\d+)?(?:[/?#]|$)/u.test(text)) {
    throw invalid('no-scheme', 'the address does not begin with https:// or http://', withScheme(text));
  }
  const url = URL.parse(text);
  if (url === null) throw invalid('malformed', 'the address is not a URL such as http://127.0.0.1:8888/');
  if (/^wss?:$/u.test(url.protocol)) {
    throw invalid('websocket', `the address begins with ${url.protocol}, the server's begins with http: or https:`, [hostOnly(url, `http${url.protocol.slice(2)}`)]);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalid('scheme', `the address begins with ${url.protocol}, it must begin with http: or https:`);
  }
  if (url.username !== '' || url.password !== '') throw invalid('credentials', 'the address has a user name or a password in it');
  return url;
}

/** What someone may have meant who left the scheme out: a server in the net, then the near end of a tunnel to it. */
function withScheme(text: string): readonly string[] {
  const url = URL.parse(`https://${text}`);
  if (url === null) return [];
  if (isLoopback(url.hostname)) return [hostOnly(url, 'http:')];
  return [hostOnly(url, 'https:'), ...(url.port === '' ? [] : [`http://127.0.0.1:${url.port}/`])];
}

/** Without a query, in which a token may stand. */
function hostOnly({ host, pathname }: URL, scheme: string): string {
  return `${scheme}//${host}${pathname}`;
}

function invalid(addressProblem: AddressProblem, message: string, suggestions: readonly string[] = []): KernelError {
  return new KernelError('address-invalid', message, { facts: { addressProblem, suggestions } });
}

/** Whether a name means this computer: browsers let pages of https use plain http there. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname);
}

/**
 * A page that came over https may use plain http on this computer only: browsers block the rest before it is sent.
 * Throws a KernelError `mixed-content`.
 * @param pageProtocol `location.protocol` of the page
 */
export function checkPageMayUse({ url }: KernelServer, pageProtocol: string): void {
  const { protocol, hostname } = new URL(url);
  if (pageProtocol === 'https:' && protocol === 'http:' && !isLoopback(hostname)) {
    throw new KernelError('mixed-content', `${url} is plain http and this page is not: tunnel it to 127.0.0.1, or give it TLS`, { facts: { url } });
  }
}
