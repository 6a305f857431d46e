import * as z from 'zod/mini';
import { trouble } from './doctor.ts';
import { eventData } from './event-stream.ts';
import type { KernelError, KernelErrorCode, KernelErrorFacts } from './kernel-error.ts';
import { oneLine, type ReachOptions } from './place-progress.ts';
import { checkPageMayUse, type KernelServer } from './server-address.ts';
import { ask, json, requestTo, saidIn, withDefaults, type AccessEffects, type Answer } from './server-request.ts';

/** A user's server on a hub: the token's owner where `user` is empty, the default server where `serverName` is. */
export interface HubServer {
  /** The hub with the reader's API token; its address is the part before `/hub`. */
  readonly hub: KernelServer;
  readonly user: string;
  readonly serverName: string;
}

const serverSchema = z.object({ ready: z.boolean(), url: z.nullish(z.string()), full_url: z.nullish(z.string()) });
const userSchema = z.object({ kind: z.string(), name: z.string(), servers: z.optional(z.record(z.string(), serverSchema)) });
type User = z.infer<typeof userSchema>;

const eventSchema = z.object({
  progress: z.optional(z.number()), message: z.optional(z.string()), ready: z.optional(z.boolean()), failed: z.optional(z.boolean()),
});

/**
 * The running server of a user, started where it is not, as `KernelServer` with the reader's API token. Progress comes from
 * the hub. Throws a KernelError. (JupyterHub REST API 2.3 to 6.)
 */
export async function reachHub(place: HubServer, options: ReachOptions = {}): Promise<KernelServer> {
  const hub = new Hub(place, options);
  const user = await hub.user();
  if (!user.servers?.[place.serverName]?.ready) await hub.start(user.name);
  return hub.serverOf(await hub.user());
}

/** Stops the user's server, its kernels with it; resolves when the hub has stopped it. Throws a KernelError. */
export async function stopHub(place: HubServer, options: ReachOptions = {}): Promise<void> {
  const hub = new Hub(place, options);
  await hub.stop((await hub.user()).name);
}

/** The hub's REST API for one server of one user. */
class Hub {
  readonly #place: HubServer;
  readonly #options: ReachOptions;
  readonly #effects: AccessEffects;

  constructor(place: HubServer, options: ReachOptions) {
    this.#place = place;
    this.#options = options;
    this.#effects = withDefaults(options);
    const { page } = this.#effects;
    if (page) checkPageMayUse(place.hub, new URL(page.origin).protocol);
  }

  /** The user with the servers that the token may see. */
  async user(): Promise<User> {
    const { user } = this.#place;
    const answer = await this.#ask(user === '' ? 'user' : `users/${encodeURIComponent(user)}`);
    if (answer.kind !== 'answered') throw await this.#unreadable(answer);
    const { data } = userSchema.safeParse(answer.body);
    if (answer.status !== 200) throw await this.#refused(answer);
    if (!data) throw this.#error('not-hub');
    // A service's token has no user, and so no server.
    if (data.kind !== 'user') throw this.#error('hub-forbidden', { status: 200 });
    return data;
  }

  /** Starts the server and waits until it is ready. One that is starting already is waited for. */
  async start(user: string): Promise<void> {
    this.#options.progress?.({ phase: 'waiting', message: '' });
    const path = this.#path(user);
    const answer = await this.#ask(path, 'POST');
    if (answer.kind === 'failed') throw await this.#unreadable(answer);
    // 201: ready; 202: on its way; 400: runs or starts already. A start that takes long answers when the request has been given up.
    if (answer.kind === 'answered' && answer.status === 201) return;
    if (answer.kind === 'answered' && (answer.status === 401 || answer.status === 403)) throw await this.#refused(answer);
    if (answer.kind === 'answered' && answer.status === 404) throw this.#error('spawn-failed', { status: 404, said: saidIn(answer.body) });
    await this.#follow(`${path}/progress`, answer.kind === 'answered' ? saidIn(answer.body) : '');
  }

  /** Reads the start's events to their end. The reason of a failure is there alone: the POST's answer is a bare 500. */
  async #follow(path: string, saidBefore: string): Promise<void> {
    const [url, init] = this.#request(path, 'GET');
    const response = await this.#effects.fetch(url, { ...init, signal: this.#options.signal ?? null });
    if (!response.ok || !response.body) throw this.#error('spawn-failed', { status: response.status, said: saidBefore });
    for await (const data of eventData(response.body)) {
      const event = eventSchema.safeParse(json(data)).data;
      if (!event) continue;
      const message = oneLine(event.message ?? '');
      if (event.failed) throw this.#error('spawn-failed', { said: message });
      const fraction = event.progress === undefined ? {} : { fraction: Math.min(Math.max(event.progress, 0), 100) / 100 };
      this.#options.progress?.({ phase: event.ready ? 'ready' : 'starting', ...fraction, message });
      if (event.ready) return;
    }
    throw this.#error('spawn-failed', { said: saidBefore });
  }

  async stop(user: string): Promise<void> {
    for (let method = 'DELETE'; ; method = 'GET') {
      const answer = await this.#ask(method === 'GET' ? `users/${encodeURIComponent(user)}` : this.#path(user), method);
      if (answer.kind !== 'answered') throw await this.#unreadable(answer);
      if (answer.status === 401 || answer.status === 403) throw await this.#refused(answer);
      if (answer.status === 204 || answer.status === 404) return;
      if (method === 'GET' && userSchema.safeParse(answer.body).data?.servers?.[this.#place.serverName] === undefined) return;
      this.#options.signal?.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, POLL_MS)); // 202: it is stopping
    }
  }

  /** The address of a server that is ready. */
  serverOf({ servers = {} }: User): KernelServer {
    const { hub, serverName } = this.#place;
    const server = servers[serverName];
    const path = server?.full_url ?? server?.url;
    if (!server?.ready || !path) throw this.#error('spawn-failed', { said: '' });
    return { url: new URL(path, hub.url).href.replace(/\/*$/u, '/'), token: hub.token, kind: 'hub' };
  }

  /** Why the hub gave no answer that can be read. Its `/hub/api` can be read by any page, whatever the hub's configuration. */
  async #unreadable(answer: Answer): Promise<KernelError> {
    const { hub } = this.#place;
    const open = await ask(requestTo(hub, 'hub/api', 'none'), this.#effects);
    if (open.kind === 'answered') return this.#error(isHub(open.body) && this.#effects.page ? 'origin-refused' : 'not-hub', { status: open.status });
    if (answer.kind === 'silent' || open.kind === 'silent') return this.#error('timeout', { seconds: this.#effects.timeoutSeconds });
    const [url, init] = requestTo(hub, 'hub/api', 'none');
    const reach = await ask([url, { ...init, mode: 'no-cors' }], this.#effects);
    return this.#error(reach.kind === 'opaque' ? 'not-hub' : 'unreachable');
  }

  async #refused({ status, body }: Answer & { kind: 'answered' }): Promise<KernelError> {
    const said = saidIn(body);
    if (status !== 401 && status !== 403) return this.#error('not-hub', { status });
    // The hub says 403 to a token that it does not know, and to one that may not do this.
    const known = await this.#ask('user');
    return this.#error(known.kind === 'answered' && known.status === 200 ? 'hub-forbidden' : 'unauthorized', { status, said });
  }

  #path(user: string): string {
    const { serverName } = this.#place;
    return `users/${encodeURIComponent(user)}/${serverName === '' ? 'server' : `servers/${encodeURIComponent(serverName)}`}`;
  }

  #request(path: string, method: string): readonly [string, RequestInit] {
    const [url, init] = requestTo(this.#place.hub, `hub/api/${path}`, 'header');
    return [url, { ...init, method }];
  }

  #ask(path: string, method = 'GET'): Promise<Answer> {
    this.#options.signal?.throwIfAborted();
    return ask(this.#request(path, method), this.#effects);
  }

  #error(code: KernelErrorCode, facts: KernelErrorFacts = {}): KernelError {
    return trouble(code, this.#place.hub, this.#effects, { kind: 'hub', ...facts });
  }
}

const POLL_MS = 500;

function isHub(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'version' in body;
}
