import { localeOf } from '../i18n/locale.ts';
import { type FileKind, storageLabels, type StorageLabels } from '../i18n/storage-labels.ts';
import { clearSite, completeSite, readStoredSite, type StorageEffects, type StoredFile, type StoredSite } from '../offline/stored-site.ts';
import { byteText } from './byte-text.ts';
import { element, pressable } from './site-search-elements.ts';

const KINDS: readonly (readonly [kind: FileKind, pattern: RegExp])[] = [
  ['search', /\/search\/[^?]*\.json$/u],
  ['pages', /(?:\/|\.html)$/u],
  ['notebooks', /\.ipynb$/u],
  ['code', /\.(?:js|css)$/u],
  ['fonts', /\.woff2?$/u],
  ['images', /\.(?:png|svg|jpe?g|webp|avif|gif|ico)$/u],
];
/** How often the count is read while the worker stores the site, of which it tells nothing itself. */
const LOOK_MS = 300;

/** `<stored-files data-base="/docs/">`: what of the site is stored in this browser; clears and completes it. */
export class StoredFiles extends HTMLElement {
  readonly #status = element('p', 'stored-status', { role: 'status' });
  readonly #content = element('div', '', {});
  #labels: StorageLabels = storageLabels.en;

  connectedCallback(): void {
    this.#labels = storageLabels[localeOf(document.documentElement.lang)];
    this.replaceChildren(this.#status, this.#content);
    this.#status.textContent = this.#labels.reading;
    void this.#look();
  }

  get #effects(): StorageEffects {
    return {
      base: (this.dataset['base'] ?? '/').replace(/\/?$/u, '/'),
      fetch: (url, init) => fetch(url, init),
      caches: 'caches' in globalThis ? caches : undefined,
      worker: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
      storage: 'storage' in navigator ? navigator.storage : undefined,
      wishes: localStorageOf(),
    };
  }

  async #look(): Promise<StoredSite | null> {
    try {
      const site = await readStoredSite(this.#effects);
      this.#show(site);
      return site;
    } catch (error) {
      this.#failed(error);
      return null;
    }
  }

  #show(site: StoredSite): void {
    const { state } = this.#labels;
    if (site.kind === 'unavailable') {
      this.#status.textContent = state.unavailable;
      return this.#content.replaceChildren();
    }
    const missing = site.files.filter(({ isStored }) => !isStored).length;
    const hasNothing = missing === site.files.length;
    this.#status.textContent = missing === 0 ? state.whole : hasNothing ? state[site.worker === 'unwanted' ? 'unwanted' : 'absent'] : state.partial(missing);
    const complete = pressable('stored-complete', this.#labels.complete, () => void this.#complete(site.files.length));
    const clear = pressable('stored-clear', this.#labels.clear, () => void this.#clear());
    complete.disabled = missing === 0;
    clear.disabled = hasNothing;
    const { usage, quota } = site;
    const room = usage === null || quota === null ? [] : [element('p', 'stored-quota', {}, [this.#labels.quota(byteText(usage), byteText(quota))])];
    this.#content.replaceChildren(this.#table(site.files), ...room, element('div', 'stored-actions', {}, [complete, clear]));
  }

  #table(files: readonly StoredFile[]): HTMLTableElement {
    const { kinds, heads, total } = this.#labels;
    const row = (name: string, of: readonly StoredFile[]): HTMLElement => {
      const stored = of.filter(({ isStored }) => isStored);
      const bytes = stored.reduce((sum, file) => sum + file.bytes, 0);
      return element('tr', '', {}, [
        element('th', '', { scope: 'row' }, [name]), element('td', '', {}, [`${stored.length} / ${of.length}`]), element('td', '', {}, [byteText(bytes)]),
      ]);
    };
    const byKind = Map.groupBy(files, ({ url }) => KINDS.find(([, pattern]) => pattern.test(url))?.[0] ?? kindOfPath(url));
    const rows = Object.entries(kinds).flatMap(([kind, name]) => {
      const of = byKind.get(kind as FileKind);
      return of === undefined ? [] : [row(name, of)];
    });
    const head = element('tr', '', {}, heads.map((text) => element('th', '', { scope: 'col' }, [text])));
    return element('table', 'stored-table', {}, [
      element('thead', '', {}, [head]), element('tbody', '', {}, rows), element('tfoot', '', {}, [row(total, files)]),
    ]);
  }

  async #complete(all: number): Promise<void> {
    this.#busy();
    const stopTelling = this.#tellProgress(all);
    const problem: unknown = await completeSite(this.#effects, () => undefined).then(() => null, (error: unknown) => error);
    stopTelling();
    await this.#look();
    if (problem !== null) this.#failed(problem);
  }

  /** Says how much is stored until the returned function is called; a count that is under way then says nothing any more. */
  #tellProgress(all: number): () => void {
    let tells = true;
    const tell = async (): Promise<void> => {
      const stored = await this.#countStored();
      if (tells) this.#status.textContent = this.#labels.storing(stored, all);
    };
    const timer = setInterval(() => void tell(), LOOK_MS);
    return () => {
      tells = false;
      clearInterval(timer);
    };
  }

  async #countStored(): Promise<number> {
    const site = await readStoredSite(this.#effects);
    return site.kind === 'known' ? site.files.filter(({ isStored }) => isStored).length : 0;
  }

  async #clear(): Promise<void> {
    this.#busy();
    await clearSite(this.#effects).catch((error: unknown) => this.#failed(error));
    await this.#look();
  }

  #busy(): void {
    for (const button of this.querySelectorAll('button')) button.disabled = true;
  }

  #failed(error: unknown): void {
    console.error(error);
    const { state, again } = this.#labels;
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    this.#status.textContent = isFull ? state.noRoom : state.failed;
    if (this.querySelector('.stored-complete') === null) this.#content.replaceChildren(pressable('stored-again', again, () => void this.#look()));
  }
}

function kindOfPath(url: string): FileKind {
  return /\.[a-z0-9]+$/iu.test(url) ? 'other' : 'pages';
}

/** Absent where the browser forbids storage. */
function localStorageOf(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

if (customElements.get('stored-files') === undefined) customElements.define('stored-files', StoredFiles);
