import { UpdatePrompt, type UpdateLabels } from './update-prompt.ts';
import { SKIP_WAITING, TOOK_OVER } from './worker-messages.ts';

/** What was seen of the worker from the page's first script on. */
export interface PageLoading {
  readonly answeredBy: 'network' | 'own';
  /** Resolves when a worker says that it has replaced an older one. */
  readonly tookOver: Promise<undefined>;
}

/** To be called before the document has been parsed: messages are handed out after that, to those who listen by then. */
export function watchLoading({ serviceWorker }: Pick<Navigator, 'serviceWorker'> = navigator): PageLoading {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => { if (data === TOOK_OVER) resolve(undefined); });
  return { answeredBy: serviceWorker.controller ? 'own' : 'network', tookOver: promise };
}

/**
 * Brings the reader to the newest version of the site, and reloads nothing that the reader has not asked to.
 *
 * A new version takes over as soon as it is there if no more than one page of the site is open (`service-worker.ts`), so the
 * next navigation shows it. With more pages open it waits for a reader's word, since files are kept for pages of one
 * version before only. Either way a page that is now behind goes on working, and offers to reload. It looks for no
 * further version: it would fall behind by two. A page may fall behind while it is still loading, before it can hear of a
 * change of its controller: the worker's word waits for it.
 */
export class SiteUpdate {
  readonly #registration: ServiceWorkerRegistration;
  readonly #prompt: UpdatePrompt;
  readonly #loading: PageLoading;
  /** Who answers this page: no worker (the first visit), that of the page's own version, or one of a newer version. */
  #answeredBy: 'network' | 'own' | 'newer';
  #isReloadAsked = false;

  constructor(registration: ServiceWorkerRegistration, labels: UpdateLabels, loading: PageLoading) {
    this.#registration = registration;
    this.#prompt = new UpdatePrompt(labels, () => this.#reload());
    this.#loading = loading;
    this.#answeredBy = loading.answeredBy;
  }

  /** Once a page. */
  start(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => this.#onController());
    this.#registration.addEventListener('updatefound', () => this.#watchInstalling());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#look();
    });
    this.#watchInstalling();
    this.#offer(this.#registration.waiting);
    const { active } = this.#registration;
    const { controller } = navigator.serviceWorker;
    if (controller && active && controller !== active) this.#fallBehind(); // too late to be claimed by it
    void this.#loading.tookOver.then(() => this.#fallBehind());
    this.#look();
  }

  /** A page that came from the network is of the newest version, whatever worker was there before. */
  #fallBehind(): void {
    if (this.#loading.answeredBy === 'network' || this.#answeredBy === 'newer') return;
    this.#answeredBy = 'newer';
    this.#prompt.show();
  }

  #look(): void {
    if (this.#answeredBy === 'newer') return;
    this.#registration.update().catch((error: unknown) => console.debug('No newer version could be looked for.', error));
  }

  #watchInstalling(): void {
    const { installing } = this.#registration;
    installing?.addEventListener('statechange', () => this.#offer(installing));
  }

  /** At the first visit there is no active worker, and nothing to tell. */
  #offer(worker: ServiceWorker | null): void {
    if (worker && this.#registration.waiting === worker && this.#registration.active) this.#prompt.show();
  }

  #reload(): void {
    this.#isReloadAsked = true;
    const { waiting } = this.#registration;
    if (waiting) waiting.postMessage(SKIP_WAITING);
    else location.reload();
  }

  #onController(): void {
    this.#answeredBy = this.#answeredBy === 'network' ? 'own' : 'newer';
    if (this.#isReloadAsked) location.reload();
    else if (this.#answeredBy === 'newer') this.#prompt.show();
  }
}
