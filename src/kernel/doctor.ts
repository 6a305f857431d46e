import type { KernelError } from './kernel-error.ts';
import { pythonKernel } from './kernel-specs.ts';
import { isLoopback, type KernelServer } from './server-address.ts';
import { ask, hasVersion, requestTo, saidIn, withToken, type AccessEffects, type Answer, type PageEffects } from './server-request.ts';
import { trouble } from './server-trouble.ts';

/**
 * Why the first request (`GET api/kernelspecs`, the token in its header) failed: a KernelError, or the answer to the same
 * request with the token in its query, where that works. The order of the probes is that of the causes: what fails first
 * hides the rest.
 */
export async function findTrouble(server: KernelServer, first: Answer, effects: AccessEffects): Promise<KernelError | Answer> {
  if (first.kind === 'answered') return judgeAnswer(server, first, effects);
  const { page } = effects;
  if (page && (await page.policyBlocks(server.url))) return trouble('content-policy', server, effects);
  const permission = page && isAskedFor(server, page) ? await page.networkPermission() : 'unknown';
  if (permission === 'denied') return trouble('local-network-denied', server, effects);
  if (first.kind === 'silent') return trouble('timeout', server, effects, { seconds: effects.timeoutSeconds });
  if (!page) return trouble('unreachable', server, effects, { said: networkCode(first) });
  const reach = await ask(noCors(requestTo(server, 'api', 'none')), effects);
  if (reach.kind === 'silent') return trouble('timeout', server, effects, { seconds: effects.timeoutSeconds });
  // Reads `prompt` even where the browser has no such rule: it tells only where nothing arrives.
  if (reach.kind === 'failed') return trouble(permission === 'prompt' ? 'local-network-prompt' : 'unreachable', server, effects);
  return findInBrowser(server, effects, page);
}

/** The server is there, and the browser keeps its answer from the page. */
async function findInBrowser(server: KernelServer, effects: AccessEffects, page: PageEffects): Promise<KernelError | Answer> {
  // Needs no token, and has CORS headers where the page's origin is allowed; an answer that refuses a token has none.
  const open = await ask(requestTo(server, 'api', 'none'), effects);
  if (open.kind === 'answered') return isOwn(open) ? trouble('unauthorized', server, effects) : judgeAnswer(server, open, effects);
  const query = await ask(requestTo(server, 'api/kernelspecs', 'query'), effects);
  if (query.kind === 'answered') return query.status === 200 && pythonKernel(query.body) !== undefined ? query : judgeAnswer(server, query, effects);
  const loads = (path: string, token: string) =>
    page.loadsImage(token === '' ? `${server.url}${path}` : withToken(`${server.url}${path}`, token), AbortSignal.timeout(effects.timeoutSeconds * 1000));
  if (await loads('kernelspecs/python3/logo-64x64.png', server.token)) return trouble('origin-refused', server, effects);
  if (await hubStopped(server, effects)) return trouble('hub-server-stopped', server, effects, { kind: 'hub' });
  const isThere = server.kind === 'gateway' || (await loads('static/logo/logo.png', ''));
  return trouble(isThere ? 'unauthorized' : 'not-jupyter', server, effects);
}

async function judgeAnswer(server: KernelServer, answer: Answer & { kind: 'answered' }, effects: AccessEffects): Promise<KernelError> {
  const stopped = answer.status !== 401 && answer.status !== 403 && (await hubStopped(server, effects));
  return stopped ? trouble('hub-server-stopped', server, effects, { kind: 'hub' }) : judged(server, answer, effects);
}

/** What an answer that could be read means. */
function judged(server: KernelServer, { status, body }: Answer & { kind: 'answered' }, effects: AccessEffects): KernelError {
  const said = saidIn(body);
  const facts = { status, ...(said === '' ? {} : { said }) };
  if (/_xsrf/u.test(said)) return trouble('xsrf-refused', server, effects, facts);
  if (status === 401 || status === 403) return trouble('unauthorized', server, effects, facts);
  return trouble(status >= 500 ? 'server-error' : 'not-jupyter', server, effects, facts);
}

/** A user's server of a hub that does not run is answered for by the hub, whose `/hub/api` any page may read. */
async function hubStopped(server: KernelServer, effects: AccessEffects): Promise<boolean> {
  const base = /^(.*\/)user\/[^/]+\/(?:[^/]+\/)?$/u.exec(server.url)?.[1];
  if (base === undefined) return false;
  const hub = await ask(requestTo({ url: base, token: '' }, 'hub/api', 'none'), effects);
  if (hub.kind !== 'answered' || !hasVersion(hub.body)) return false;
  const own = await ask(requestTo(server, 'api', 'none'), effects);
  return !(own.kind === 'answered' && isOwn(own));
}

/** The server's own answer to `GET api` has its version; what a hub answers in its place comes from elsewhere. */
function isOwn({ status, body, url }: Answer & { kind: 'answered' }): boolean {
  return status === 200 && hasVersion(body) && !new URL(url).pathname.includes('/hub/');
}

function noCors([url, init]: readonly [string, RequestInit]): readonly [string, RequestInit] {
  return [url, { ...init, mode: 'no-cors' }];
}

/** Whether a browser may ask before the page reaches an address: a local one from a page that is not. */
function isAskedFor({ url }: KernelServer, { origin }: PageEffects): boolean {
  const { hostname } = new URL(url);
  if (isLoopback(new URL(origin).hostname)) return false;
  return isLoopback(hostname) || /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[f[cde])/u.test(hostname) ||
    hostname.endsWith('.local') || !hostname.includes('.');
}

/** Node's name for what went wrong: ECONNREFUSED, ENOTFOUND, a certificate. */
function networkCode(answer: Answer): string {
  const cause = answer.kind === 'failed' && answer.cause instanceof Error ? answer.cause.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}
