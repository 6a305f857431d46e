import * as v from 'valibot';
import { eventData } from './event-stream.ts';
import type { KernelError, KernelErrorCode, KernelErrorFacts } from './kernel-error.ts';
import { oneLine, type ReachOptions } from './place-progress.ts';
import { checkPageMayUse, type KernelServer } from './server-address.ts';
import { ask, hasVersion, json, requestTo, saidIn, withDefaults, type AccessEffects, type Answer } from './server-request.ts';
import { trouble } from './server-trouble.ts';

/** A user's server on a hub: the token's owner where `user` is empty, the default server where `serverName` is. */
export interface HubServer {
  /** The hub with the reader's API token; its address is the part before `/hub`. */
  readonly hub: KernelServer;
  readonly user: string;
  readonly serverName: string;
}

const serverSchema = v.object({ ready: v.boolean(), url: v.nullish(v.string()), full_url: v.nullish(v.string()) });
const userSchema = v.object({ kind: v.string(), name: v.string(), servers: v.optional(v.record(v.string(), serverSchema)) });
type User = v.InferOutput<typeof userSchema>;

const eventSchema = v.object({
  progress: v.optional(v.number()), message: v.optional(v.string()), ready: v.optional(v.boolean()), failed: v.optional(v.boolean()),
});

/**
 * The running server of a user, started where it is not and `mode` allows that, as `KernelServer` with the reader's API token.
 * Progress comes from the hub. Throws a KernelError. (JupyterHub REST API 2.3 to 6.)
 */
export async function reachHub(place: HubServer, options: ReachOptions = {}): Promise<KernelServer> {
  const hub = new Hub(place, options);
  const user = await hub.user();
  if (user.servers?.[place.serverName]?.ready) return hub.serverOf(user, '');
  if (options.mode === 'existing') throw hub.withoutServer();
  const said = await hub.start(user.name);
  return hub.serverOf(await hub.user(), said);
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
    const { status, body } = answer;
    if (status !== 200) throw await this.#refused(answer);
    if (!v.is(userSchema, body)) throw this.#error('not-hub');
    // A service's token has no user, and so no server.
    if (body.kind !== 'user') throw this.#error('hub-forbidden', { status });
    return body;
  }

  /** Starts the server and waits until it is ready. One that is starting already is waited for. Returns what the hub said to it. */
  async start(user: string): Promise<string> {
    this.#options.progress?.({ phase: 'waiting', message: '' });
    const path = this.#path(user);
    // The hub keeps the answer back for up to 10 s, in which its events tell more.
    const answers: Answer[] = [];
    const posted = this.#ask(path, 'POST').then((answer) => answers.push(answer));
    for (;;) {
      const [before] = answers;
      const events = await this.#events(`${path}/progress`);
      if (events) return this.#follow(events);
      // No start goes on now, and none did when the hub had answered: its answer is the end.
      if (before) return this.#ended(before);
      await Promise.race([posted, wait(POLL_MS)]);
    }
  }

  /** The events of a start that goes on or has just failed; null where there is none. */
  async #events(path: string): Promise<ReadableStream<Uint8Array> | null> {
    const signal = this.#options.signal ?? null;
    signal?.throwIfAborted();
    const [url, init] = this.#request(path, 'GET');
    try {
      const response = await this.#effects.fetch(url, { ...init, signal });
      return response.ok ? response.body : null;
    } catch (error) {
      signal?.throwIfAborted();
      console.info('The hub did not tell how far the server is.', error);
      return null;
    }
  }

  /** Reads a start's events to their end. The reason of a failure is in them alone: the request's own answer is a bare 500. */
  async #follow(events: ReadableStream<Uint8Array>): Promise<string> {
    for await (const data of eventData(events)) {
      const event = json(data);
      if (!v.is(eventSchema, event)) continue;
      const message = oneLine(event.message ?? '');
      if (event.failed) throw this.#error('spawn-failed', { said: message });
      const fraction = event.progress === undefined ? {} : { fraction: Math.min(Math.max(event.progress, 0), 100) / 100 };
      this.#options.progress?.({ phase: event.ready ? 'ready' : 'starting', ...fraction, message });
      if (event.ready) return message;
    }
    throw this.#error('spawn-failed');
  }

  /** A start whose events nobody saw: 201 is ready; 400 runs already, or cannot be started under this name. */
  async #ended(answer: Answer): Promise<string> {
    if (answer.kind !== 'answered') throw await this.#unreadable(answer);
    const { status, body } = answer;
    if (status === 201 || status === 400) return saidIn(body);
    if (status === 401 || status === 403) throw await this.#refused(answer);
    throw this.#error('spawn-failed', { status, said: saidIn(body) });
  }

  async stop(user: string): Promise<void> {
    for (let method = 'DELETE'; ; method = 'GET') {
      const answer = await this.#ask(method === 'GET' ? `users/${encodeURIComponent(user)}` : this.#path(user), method);
      if (answer.kind !== 'answered') throw await this.#unreadable(answer);
      if (answer.status === 401 || answer.status === 403) throw await this.#refused(answer);
      if (answer.status === 204 || answer.status === 404) return;
      const { servers } = v.is(userSchema, answer.body) ? answer.body : {};
      if (method === 'GET' && servers?.[this.#place.serverName] === undefined) return;
      this.#options.signal?.throwIfAborted();
      await wait(POLL_MS); // 202: it is stopping
    }
  }

  /** The address of a server that is ready. */
  serverOf({ servers = {} }: User, said: string): KernelServer {
    const { hub, serverName } = this.#place;
    const server = servers[serverName];
    const path = server?.full_url ?? server?.url;
    if (!server?.ready || !path) throw this.#error('spawn-failed', { said });
    return { url: new URL(path, hub.url).href.replace(/\/*$/u, '/'), token: hub.token, kind: 'hub' };
  }

  /** The server does not run, nor do its kernels. */
  withoutServer(): KernelError {
    return this.#error('kernel-dead');
  }

  /** Why the hub gave no answer that can be read. Its `/hub/api` can be read by any page, whatever the hub's configuration. */
  async #unreadable(answer: Answer): Promise<KernelError> {
    const { hub } = this.#place;
    const open = await ask(requestTo(hub, 'hub/api', 'none'), this.#effects);
    if (open.kind === 'answered') return this.#error(hasVersion(open.body) && this.#effects.page ? 'origin-refused' : 'not-hub', { status: open.status });
    if (answer.kind === 'silent' || open.kind === 'silent') return this.#error('timeout', { seconds: this.#effects.timeoutSeconds });
    const [url, init] = requestTo(hub, 'hub/api', 'none');
    const reach = await ask([url, { ...init, mode: 'no-cors' }], this.#effects);
    return this.#error(reach.kind === 'opaque' ? 'not-hub' : 'unreachable');
  }

  async #refused({ status, body }: Answer & { kind: 'answered' }): Promise<KernelError> {
    const said = saidIn(body);
    // The hub says 403 to a token that it does not know and to one that may not do this, and 404 for a user that it may not see.
    const known = await this.#ask('user');
    if (known.kind === 'answered' && known.status === 200) return this.#error('hub-forbidden', { status, said });
    return this.#error(status === 401 || status === 403 ? 'unauthorized' : 'not-hub', { status, said });
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

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => { setTimeout(resolve, milliseconds); });
}
