import { KernelAPI, ServerConnection } from '@jupyterlab/services';
import type { KernelErrorCode } from './kernel-error.ts';
import { PRESENCE_TROUBLES, type KernelPresence } from './kernel-presence.ts';
import type { ServerPath } from './server-path.ts';

interface KernelRequestsOptions {
  readonly path: ServerPath;
  readonly kernelId: string;
  readonly ask: () => Promise<KernelPresence>;
  /** How long the server may take: one that swallows a request would keep a run for ever. */
  readonly seconds: number;
  /** `isRefused` has changed. */
  readonly onChange: () => void;
}

/** What a server is asked to do with a kernel. Each rejects with a KernelError where it does not do it. */
export class KernelRequests {
  readonly #options: KernelRequestsOptions;
  #refused = false;

  constructor(options: KernelRequestsOptions) {
    this.#options = options;
  }

  /** The server refused a request for its token. The WebSocket was opened with it and may go on: what runs may end well. */
  get isRefused(): boolean {
    return this.#refused;
  }

  interrupt(): Promise<void> {
    return this.#send(KernelAPI.interruptKernel);
  }

  restart(): Promise<void> {
    return this.#send(KernelAPI.restartKernel);
  }

  shutdown(): Promise<void> {
    return this.#send(KernelAPI.shutdownKernel);
  }

  /** The server has taken the token. */
  accepted(): void {
    if (!this.#refused) return;
    this.#refused = false;
    this.#options.onChange();
  }

  /** The token is another one: whether the server takes it, and has the kernel. */
  async renew(): Promise<KernelPresence['kind']> {
    if (!this.#refused) return 'there';
    const { kind } = await this.#options.ask();
    if (kind === 'there') this.accepted();
    return kind;
  }

  async #send(request: (id: string, settings: ServerConnection.ISettings) => Promise<void>): Promise<void> {
    const { path, kernelId, seconds } = this.#options;
    const settings = path.settings(WebSocket);
    const signal = AbortSignal.timeout(seconds * 1000);
    try {
      await request(kernelId, { ...settings, init: { ...settings.init, signal } });
    } catch (cause) {
      if (signal.aborted) throw path.trouble('timeout', { seconds }, cause);
      const status = cause instanceof ServerConnection.ResponseError ? cause.response.status : undefined;
      const code = await this.#whyRefused(status);
      if (code === 'unauthorized') {
        this.#refused = true;
        this.#options.onChange();
      }
      throw path.trouble(code, status === undefined ? {} : { status }, cause);
    }
  }

  /** @param status of the answer; undefined where none could be read: to a page, some servers' refusal of a token is none */
  async #whyRefused(status: number | undefined): Promise<KernelErrorCode> {
    if (status !== undefined) return status === 401 || status === 403 ? 'unauthorized' : 'kernel-dead';
    const { kind } = await this.#options.ask();
    return kind === 'there' ? 'unreachable' : PRESENCE_TROUBLES[kind];
  }
}
