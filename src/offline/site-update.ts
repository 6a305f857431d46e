import { UpdatePrompt, type UpdateLabels } from './update-prompt.ts';
import { IS_ALONE, SKIP_WAITING } from './worker-messages.ts';

/** In the tab's session storage while a page that nobody asked to reload is loading again. */
const GAVE_WAY = 'warpnotes:gave-way';

/** How long a page may wait for the new version and still reload by itself. After that, somebody is reading it. */
const GRACE_MS = 5000;

/**
 * Brings the reader to the newest version of the site, and takes no page from anybody.
 *
 * A page that is opened while a newer version waits gives way: the new version takes over and the page loads once more.
 * It does so only if it is the one open page of the site, if nobody has pressed a key or clicked on it (which every kernel
 * and every run begins with), and if it is not itself the result of giving way, so that one navigation causes at most one
 * reload. Otherwise, and for a version found later, there is a prompt, and only its button reloads. A page in another tab is
 * left alone when the new version takes over: it gets the prompt too, and the worker still has its scripts.
 */
export class SiteUpdate {
  readonly #registration: ServiceWorkerRegistration;
  readonly #prompt: UpdatePrompt;
  #isControlled = navigator.serviceWorker.controller !== null;
  #onTakeOver: 'stay' | 'give-way' | 'reload' = 'stay';
  #askedAt = 0;

  constructor(registration: ServiceWorkerRegistration, labels: UpdateLabels) {
    this.#registration = registration;
    this.#prompt = new UpdatePrompt(labels, () => this.#takeOver('reload'));
  }

  /** Once a page. */
  start(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => this.#onController());
    this.#registration.addEventListener('updatefound', () => this.#watchInstalling());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#look();
    });
    this.#watchInstalling();
    void this.#onLoad();
  }

  async #onLoad(): Promise<void> {
    const gaveWay = sessionStorage.getItem(GAVE_WAY) !== null;
    sessionStorage.removeItem(GAVE_WAY);
    const { waiting, active } = this.#registration;
    if (waiting && active) {
      await hasLoaded();
      if (!gaveWay && isUntouched() && (await isAlone(waiting))) this.#takeOver('give-way');
      else this.#prompt.show();
    }
    this.#look();
  }

  #look(): void {
    this.#registration.update().catch((error: unknown) => console.debug('No newer version could be looked for.', error));
  }

  #watchInstalling(): void {
    const { installing } = this.#registration;
    installing?.addEventListener('statechange', () => {
      // At the first visit there is no active worker, and nothing to tell.
      if (this.#registration.waiting === installing && this.#registration.active) this.#prompt.show();
    });
  }

  #takeOver(then: 'give-way' | 'reload'): void {
    this.#onTakeOver = then;
    this.#askedAt = performance.now();
    const { waiting } = this.#registration;
    if (waiting) waiting.postMessage(SKIP_WAITING);
    // Another tab was faster.
    else if (then === 'reload') location.reload();
  }

  #onController(): void {
    const then = this.#onTakeOver;
    const isUpdate = this.#isControlled;
    this.#onTakeOver = 'stay';
    this.#isControlled = true;
    if (then === 'give-way' && isUntouched() && performance.now() - this.#askedAt < GRACE_MS) {
      sessionStorage.setItem(GAVE_WAY, '');
      location.reload();
    } else if (then === 'reload') location.reload();
    else if (isUpdate) this.#prompt.show();
  }
}

/** A browser that cannot tell counts as touched. The kernel's state is looked at besides, in case a click was not a person's. */
function isUntouched(): boolean {
  const phase = document.querySelector<HTMLElement>('kernel-bar')?.dataset['phase'] ?? 'off';
  return phase === 'off' && 'userActivation' in navigator && !navigator.userActivation.hasBeenActive;
}

/** Chromium lets a worker go only when it has nothing to answer: in the middle of a page's loading, that can take it half a minute. */
function hasLoaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => { window.addEventListener('load', () => resolve(), { once: true }); });
}

function isAlone(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
    worker.postMessage(IS_ALONE, [port2]);
  });
}
