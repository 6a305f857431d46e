import { UpdatePrompt, type UpdateLabels } from './update-prompt.ts';
import { SKIP_WAITING } from './worker-messages.ts';

/**
 * Brings the reader to the newest version of the site, and reloads nothing that the reader has not asked to.
 *
 * A new version takes over as soon as it is there if no more than one page of the site is open (`service-worker.ts`), so the
 * next navigation shows it. With more pages open it waits for a reader's word, since files are kept for pages of one
 * version before only. Either way a page that is now behind goes on working, and offers to reload. It looks for no
 * further version: it would fall behind by two.
 */
export class SiteUpdate {
  readonly #registration: ServiceWorkerRegistration;
  readonly #prompt: UpdatePrompt;
  /** Who answers this page: no worker (the first visit), that of the page's own version, or one of a newer version. */
  #answeredBy: 'network' | 'own' | 'newer' = navigator.serviceWorker.controller ? 'own' : 'network';
  #isReloadAsked = false;

  constructor(registration: ServiceWorkerRegistration, labels: UpdateLabels) {
    this.#registration = registration;
    this.#prompt = new UpdatePrompt(labels, () => this.#reload());
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
    this.#look();
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
