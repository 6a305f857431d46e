import type { KernelServer } from './server-address.ts';

/** What only a page can do, and only a page has to: a browser hides from it why a request failed. */
export interface PageEffects {
  /** `location.origin`. */
  readonly origin: string;
  /** Whether an image loads: that needs no CORS, and its address may carry the token. */
  readonly loadsImage: (url: string, signal: AbortSignal) => Promise<boolean>;
  /** The browser's word on requests to this computer or the local network; `unknown` where it has no such permission. */
  readonly networkPermission: () => Promise<'granted' | 'denied' | 'prompt' | 'unknown'>;
  /** Whether the page's own security policy blocks requests to an address. */
  readonly policyBlocks: (url: string) => Promise<boolean>;
}

/** What a look at a server does in the world. */
export interface AccessEffects {
  readonly fetch: typeof fetch;
  readonly WebSocket: typeof WebSocket;
  /** How long one request may take. */
  readonly timeoutSeconds: number;
  /** Null outside of a page: no origin, no mixed content, and every answer can be read. */
  readonly page: PageEffects | null;
}

/** Effects of Node; a page adds its own. */
export function withDefaults(effects: Partial<AccessEffects>): AccessEffects {
  return { fetch: (...args) => fetch(...args), WebSocket, timeoutSeconds: 10, page: null, ...effects };
}

/** How a request ended: with an answer that could be read (`body` is null where it was no JSON), without one, or not in time. */
export type Answer =
  | { readonly kind: 'answered'; readonly status: number; readonly url: string; readonly body: unknown }
  | { readonly kind: 'opaque' }
  | { readonly kind: 'failed'; readonly cause: unknown }
  | { readonly kind: 'silent' };

/** Where the token of a request goes. */
export type TokenPlace = 'header' | 'query' | 'none';

/** The address and the init of a request. A request with the token in its query is simple: it needs no preflight. */
export function requestTo({ url, token }: KernelServer, path: string, place: TokenPlace): readonly [string, RequestInit] {
  const init: RequestInit = { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' };
  if (token === '' || place === 'none') return [`${url}${path}`, init];
  if (place === 'query') return [withToken(`${url}${path}`, token), init];
  return [`${url}${path}`, { ...init, headers: { Authorization: `token ${token}` } }];
}

/** An address with the token in its query. */
export function withToken(address: string, token: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}

/** Sends a request and tells how it ended; never rejects. */
export async function ask([url, init]: readonly [string, RequestInit], { fetch, timeoutSeconds }: AccessEffects): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    const response = await fetch(url, { ...init, signal });
    if (response.type === 'opaque') return { kind: 'opaque' };
    return { kind: 'answered', status: response.status, url: response.url, body: json(await response.text()) };
  } catch (cause) {
    return signal.aborted ? { kind: 'silent' } : { kind: 'failed', cause };
  }
}

/** Null for what is no JSON: a login page, say. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // the caller says what it makes of a page in place of an answer
  }
}

const LONGEST_SAYING = 300;

/** Whether this is what `GET api` of a Jupyter server, or `GET hub/api` of a hub, answers: its version. */
export function hasVersion(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'version' in body;
}

/** A server's own words in an error's body; empty where it has none. */
export function saidIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  const words = [Reflect.get(body, 'message'), Reflect.get(body, 'reason')].filter((each) => typeof each === 'string' && each !== '');
  return words.join(': ').slice(0, LONGEST_SAYING);
}
