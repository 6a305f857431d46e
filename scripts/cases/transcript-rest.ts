import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { HttpReply } from './transcript.ts';

/** A kernel as the server's REST interface describes it. */
export interface KernelModel {
  readonly id: string;
  readonly name: string;
  execution_state: string;
}

/** What the client did, by name; the names are those that `assert` uses. */
export interface ServerCounts {
  kernels_started: number;
  kernels_deleted: number;
  upgrade_requests: number;
  interrupts: number;
  restarts: number;
  http_requests: number;
}

/** The part of a transcript's server that its REST interface reads and changes. */
export interface RestState {
  readonly origin: string;
  /** With a slash at both ends. */
  readonly basePath: string;
  readonly token: string;
  readonly counts: ServerCounts;
  /** Replies that the transcript has ready for the next matching request. */
  readonly armed: HttpReply[];
  readonly kernels: Map<string, KernelModel>;
  /** While set, a restart is not answered: the kernel is still coming up. */
  readonly restartHeld: boolean;
  changed(): void;
  beginProcess(): void;
  until<T>(look: () => T | undefined, what: string, timeoutMs?: number): Promise<T>;
}

const AUTHENTICATION: readonly number[] = [401, 403];

/**
 * Answers one REST request (https://jupyter-server.readthedocs.io/en/latest/developers/rest-api.html): as the transcript
 * says, or as a server that has nothing wrong with it.
 */
export async function answerRequest(server: RestState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  server.counts.http_requests += 1;
  allowOrigin(request, response);
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  const path = apiPath(server, request);
  const ready = takeReply(server, `${request.method ?? 'GET'} /${path}`);
  if (ready) {
    await sayReply(server, ready, path, response);
    return;
  }
  const allowed = path === 'api' || mayUse(server, request);
  say(response, allowed ? await apiAnswer(server, request.method ?? 'GET', path) : { status: 403, body: { message: 'Forbidden' } });
  server.changed();
}

/** The status with which an upgrade is refused, or null. */
export function refuseUpgrade(server: RestState, request: IncomingMessage): number | null {
  const ready = takeReply(server, 'WS upgrade');
  if (ready && ready.reply.status !== 101) return ready.reply.status;
  if (!mayUse(server, request)) return 403;
  const [, id = ''] = /^api\/kernels\/([^/]+)\/channels$/u.exec(apiPath(server, request)) ?? [];
  return server.kernels.has(decodeURIComponent(id)) ? null : 404;
}

/** The path below the server's prefix; anything outside of it is nothing that this server has. */
function apiPath(server: RestState, request: IncomingMessage): string {
  const { pathname } = new URL(request.url ?? '/', server.origin);
  return pathname.startsWith(server.basePath) ? pathname.slice(server.basePath.length) : `..${pathname}`;
}

function mayUse(server: RestState, request: IncomingMessage): boolean {
  if (server.token === '') return true;
  const given = new URL(request.url ?? '/', server.origin).searchParams.get('token');
  return given === server.token || /^(?:token|bearer) (.*)$/iu.exec(request.headers.authorization ?? '')?.[1] === server.token;
}

/**
 * The reply that is ready for a request, which is used up by it. A token that is refused stays refused, and whoever asks for
 * the list of kernels asks for one kernel of it too.
 */
function takeReply(server: RestState, request: string): HttpReply | null {
  const index = server.armed.findIndex(({ on }) => matches(on, request));
  const ready = server.armed[index];
  if (!ready) return null;
  if (!AUTHENTICATION.includes(ready.reply.status)) server.armed.splice(index, 1);
  return ready;
}

function matches(on: string, request: string): boolean {
  if (on.toLowerCase() === 'ws upgrade' || request === 'WS upgrade') return on.toLowerCase() === request.toLowerCase();
  const pattern = on.split('{id}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')).join('[^/]+');
  const lists = /\/api\/kernels\/\{id\}$/u.test(on) && request === 'GET /api/kernels';
  return lists || new RegExp(`^${pattern}/?$`, 'u').test(request);
}

async function sayReply(server: RestState, { delay_ms, reply }: HttpReply, path: string, response: ServerResponse): Promise<void> {
  const model = z.object({ id: z.string(), name: z.string().default('python3'), execution_state: z.string().default('starting') }).safeParse(reply.json);
  if (path === 'api/kernels' && model.success) {
    server.counts.kernels_started += 1;
    server.kernels.set(model.data.id, model.data);
  }
  server.changed();
  if (delay_ms > 0) await wait(delay_ms);
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  if (path === 'api/kernels' && reply.status === 404) say(response, { status: 200, body: [] });
  else if (reply.body !== undefined) response.writeHead(reply.status).end(reply.body);
  else say(response, { status: reply.status, body: reply.json ?? {} });
}

interface Answer {
  readonly status: number;
  /** JSON; left out where the answer has no body. */
  readonly body?: unknown;
}

async function apiAnswer(server: RestState, method: string, path: string): Promise<Answer> {
  switch (`${method} ${path}`) {
    case 'GET api': return { status: 200, body: { version: '2.21.0' } };
    case 'GET api/status': return { status: 200, body: { started: '', last_activity: '', connections: 1, kernels: server.kernels.size } };
    case 'GET api/me': return { status: 200, body: { identity: { username: 'reader' }, permissions: {} } };
    case 'GET api/kernelspecs': return { status: 200, body: KERNEL_SPECS };
    case 'GET api/sessions': return { status: 200, body: [] };
    case 'GET api/kernels': return { status: 200, body: [...server.kernels.values()].map(describe) };
    case 'POST api/kernels': return startKernel(server);
  }
  const [, id = '', action = ''] = /^api\/kernels\/([^/]+)(?:\/(interrupt|restart))?$/u.exec(path) ?? [];
  const kernel = server.kernels.get(decodeURIComponent(id));
  return kernel ? kernelAnswer(server, kernel, `${method} ${action}`) : { status: 404, body: { message: 'Kernel does not exist' } };
}

async function kernelAnswer(server: RestState, kernel: KernelModel, request: string): Promise<Answer> {
  switch (request) {
    case 'GET ': return { status: 200, body: describe(kernel) };
    case 'DELETE ':
      server.counts.kernels_deleted += 1;
      server.kernels.delete(kernel.id);
      return { status: 204 };
    case 'POST interrupt':
      server.counts.interrupts += 1;
      return { status: 204 };
    case 'POST restart':
      server.counts.restarts += 1;
      server.beginProcess();
      server.changed();
      await server.until(() => (server.restartHeld ? undefined : true), 'the transcript never ended the restart', 60_000);
      return { status: 200, body: describe(kernel) };
  }
  return { status: 404, body: { message: 'Not found' } };
}

function startKernel(server: RestState): Answer {
  const kernel: KernelModel = { id: randomUUID(), name: 'python3', execution_state: 'starting' };
  server.counts.kernels_started += 1;
  server.kernels.set(kernel.id, kernel);
  return { status: 201, body: describe(kernel) };
}

function describe(kernel: KernelModel): object {
  return { ...kernel, last_activity: new Date().toISOString(), connections: 1 };
}

function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.origin === undefined) return;
  response.setHeader('access-control-allow-origin', request.headers.origin);
  response.setHeader('access-control-allow-headers', 'accept, content-type, authorization, x-xsrftoken');
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE, OPTIONS');
  response.setHeader('vary', 'Origin');
}

function say(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

const KERNEL_SPECS = {
  default: 'python3',
  kernelspecs: {
    python3: {
      name: 'python3',
      spec: { argv: ['python'], display_name: 'Python 3', language: 'python', interrupt_mode: 'signal', env: {}, metadata: {} },
      resources: {},
    },
  },
};
