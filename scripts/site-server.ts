import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, resolve, sep } from 'node:path';
import sirv from 'sirv';
import { securityHeaders } from '../src/security/security-headers.ts';
import { listenFrom } from './free-port.ts';
import { peerOwner, type PeerOwner } from './peer-owner.ts';

const IP = '127.0.0.1';
const DEFAULT_PORT = 4321;

/** The kernel server that this machine's reader may use from the page. */
export interface LocalKernel {
  readonly url: string;
  readonly token: string;
}

export interface SiteServerOptions {
  /** The built site. Its files may change while it is served. */
  readonly directory: string;
  /** The path the site was built for, with a slash at both ends: `/` or `/warpnotes/`. */
  readonly base: string;
  /** The first port to try (4321); the next free one is taken. 0 takes any. */
  readonly port?: number | undefined;
  /** Asked at each request for `local-kernel.json`: null while there is no kernel server. */
  readonly localKernel: () => LocalKernel | null;
  /** Whether files are sent as the `.gz` beside them, to those who take it: what a host compresses by itself. */
  readonly gzip?: boolean;
  readonly owner?: (socket: IncomingMessage['socket']) => Promise<PeerOwner>;
}

export interface SiteServer {
  /** `http://127.0.0.1:PORT`, what a page of this site sends as Origin. */
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Serves the built site on the loopback interface, to requests for its exact host: `localhost` is sent to 127.0.0.1,
 * and any other name, which a page elsewhere may have pointed here (DNS rebinding), is refused with 421.
 *
 * `local-kernel.json` under the base path answers `{url, token}` to a page of this very origin: the browser says so
 * in Sec-Fetch-Site, which no script can set (Fetch Metadata, W3C), and `X-Warpnotes: 1` must be there, which another
 * origin could send only after a CORS preflight that is never granted. Anyone else gets the 404 of a file that is not
 * there, and so does another user of the machine.
 */
export async function startSiteServer(options: SiteServerOptions): Promise<SiteServer> {
  const server = createServer();
  const port = await listenFrom(server, options.port ?? DEFAULT_PORT, IP);
  const origin = `http://${IP}:${listeningPort(server.address(), port)}`;
  const answer = requestHandler(origin, options);
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      fail(response, error);
    });
  });
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { origin, stop };
}

function listeningPort(address: ReturnType<ReturnType<typeof createServer>['address']>, asked: number): number {
  return address !== null && typeof address === 'object' ? address.port : asked;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function requestHandler(origin: string, options: SiteServerOptions): Handler {
  const directory = resolve(options.directory);
  const { base, localKernel, owner = peerOwner } = options;
  const files = sirv(directory, { dev: true, etag: true, gzip: options.gzip ?? false, setHeaders: setCaching });
  return async (request, response) => {
    setHeaders(response, '/');
    if (!isForUs(request, response, origin)) return;
    const { pathname, search } = new URL(origin + (request.url ?? '/'));
    if (!pathname.startsWith(base)) {
      if (`${pathname}/` === base || pathname === '/') redirect(response, `${origin}${base}`);
      else await notFound(directory, response);
      return;
    }
    const path = `/${pathname.slice(base.length)}`;
    setHeaders(response, path);
    if (path === '/local-kernel.json') {
      const kernel = (await maySeeKernel(request, owner)) ? localKernel() : null;
      if (kernel) sendKernel(response, kernel);
      else await notFound(directory, response);
      return;
    }
    if (isFolder(directory, path)) {
      redirect(response, `${origin}${pathname}/${search}`);
      return;
    }
    request.url = path + search;
    files(request, response, () => {
      notFound(directory, response).catch((error: unknown) => {
        fail(response, error);
      });
    });
  };
}

function setHeaders(response: ServerResponse, path: string): void {
  for (const [name, value] of Object.entries(securityHeaders(path))) response.setHeader(name, value);
}

/** Answers by itself, and says false, when the method is not one for files or the host is not this one. */
function isForUs(request: IncomingMessage, response: ServerResponse, origin: string): boolean {
  const { host = '' } = request.headers;
  const { host: own, port } = new URL(origin);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    plain(response, 405, 'Only GET and HEAD are answered here.');
    return false;
  }
  if (host === own) return true;
  const path = request.url ?? '/';
  if (host.toLowerCase() === `localhost:${port}` && path.startsWith('/')) redirect(response, `${origin}${path}`);
  else plain(response, 421, `This address is not served here. Open ${origin}/ instead.`);
  return false;
}

async function maySeeKernel(
  request: IncomingMessage,
  owner: (socket: IncomingMessage['socket']) => Promise<PeerOwner>,
): Promise<boolean> {
  const { headers, socket } = request;
  if (headers['sec-fetch-site'] !== 'same-origin' || headers['x-warpnotes'] !== '1') return false;
  return (await owner(socket)) !== 'another-user';
}

function sendKernel(response: ServerResponse, { url, token }: LocalKernel): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  });
  response.end(JSON.stringify({ url, token }));
}

/** Files that Astro names by their content never change; everything else is asked for again each time. */
function setCaching(response: ServerResponse, path: string): void {
  response.setHeader('cache-control', path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'no-cache');
}

function isFolder(directory: string, path: string): boolean {
  if (path.endsWith('/')) return false;
  const index = resolve(join(directory, decodePath(path), 'index.html'));
  return index.startsWith(directory + sep) && existsSync(index);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path; // a stray %: no file has this name, and the answer is 404
    throw error;
  }
}

async function notFound(directory: string, response: ServerResponse): Promise<void> {
  const page = await readFile(join(directory, '404.html')).catch(() => undefined); // a site without one of its own
  if (!page) {
    plain(response, 404, 'Not found');
    return;
  }
  response.writeHead(404, { 'content-type': 'text/html;charset=utf-8', 'cache-control': 'no-store' });
  response.end(page);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(307, { location, 'cache-control': 'no-store' });
  response.end();
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain;charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${text}\n`);
}

function fail(response: ServerResponse, error: unknown): void {
  console.error(error);
  if (response.headersSent) response.destroy();
  else plain(response, 500, 'The site server failed; its terminal says why.');
}
