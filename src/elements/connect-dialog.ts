import type { Locale } from '../i18n/locale.ts';
import { connectLabels } from '../kernel/connect-labels.ts';
import { errorAdvice } from '../kernel/error-advice.ts';
import { factsOf, KernelError } from '../kernel/kernel-error.ts';
import { placeAddress } from '../kernel/place-address.ts';
import type { KernelPlace } from '../kernel/kernel-place.ts';
import { adviceHtml, copyLines } from './advice-html.ts';
import style from './connect-dialog.css?url';
import { loadStyle } from './load-style.ts';
import { connectDialogHtml } from './connect-dialog-html.ts';
import { readPlace, showKind, showPlace } from './connect-form.ts';
import { allow, forgetToken, keptPlaces, rememberPlace } from './kept-places.ts';
import type { KnownServer } from './known-servers.ts';
import type { PageKernel, PageKernelState } from './page-kernel.ts';

await loadStyle(style);

function hintOf(text: string): HTMLElement {
  const hint = document.createElement('p');
  hint.className = 'kernel-hint';
  hint.textContent = text;
  return hint;
}

/** The dialog in which a reader says where code runs. It connects by itself and stays open until that has worked. */
export class ConnectDialog {
  readonly #kernel: PageKernel;
  readonly #locale: Locale;
  readonly #dialog = document.createElement('dialog');
  readonly #form: HTMLFormElement;
  #known: readonly KnownServer[] = [];
  #asked: PromiseWithResolvers<boolean> | null = null;

  constructor(kernel: PageKernel, locale: Locale) {
    this.#kernel = kernel;
    this.#locale = locale;
    this.#dialog.className = 'kernel-dialog not-content';
    this.#dialog.setAttribute('aria-labelledby', 'kernel-dialog-title');
    this.#dialog.innerHTML = connectDialogHtml(locale, location.origin, import.meta.env.BASE_URL);
    this.#form = this.#part('form');
    this.#listen();
    document.body.append(this.#dialog);
    kernel.subscribe((state) => { this.#show(state); });
  }

  /** Opens the dialog; resolves with true once a kernel is connected, with false where the reader gives up. All who ask get one answer. */
  ask(known: readonly KnownServer[]): Promise<boolean> {
    if (this.#asked) return this.#asked.promise;
    this.#known = known;
    this.#offer(known);
    const [last] = keptPlaces();
    this.#part('datalist').replaceChildren(...keptPlaces().map((place) => new Option('', placeAddress(place))));
    if (last) showPlace(this.#form, last);
    showKind(this.#form, this.#locale);
    this.#showError(this.#kernel.state);
    this.#dialog.showModal();
    this.#asked = Promise.withResolvers();
    return this.#asked.promise;
  }

  #listen(): void {
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#submit();
    });
    this.#form.addEventListener('change', ({ target }) => {
      const known = keptPlaces().find((place) => target === this.#part('[name=address]') && placeAddress(place) === (target as HTMLInputElement).value);
      if (known) showPlace(this.#form, known);
      showKind(this.#form, this.#locale);
    });
    this.#part('[data-action=cancel]').addEventListener('click', () => { this.#dialog.close(); });
    // Escape closes the dialog as well: an attempt that goes on is given up.
    this.#dialog.addEventListener('close', () => {
      if (this.#kernel.state.phase === 'connecting') void this.#kernel.disconnect();
      this.#settle(false);
    });
    this.#dialog.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy], [data-known]') : null;
      if (button?.dataset['copy'] !== undefined) void copyLines(button, this.#locale);
      const server = this.#known.find(({ kind }) => kind === button?.dataset['known']);
      if (server && event.isTrusted) void this.#useKnown(server);
    });
  }

  #offer(known: readonly KnownServer[]): void {
    const labels = connectLabels[this.#locale];
    const place = this.#part('.kernel-known');
    place.hidden = known.length === 0;
    place.replaceChildren(...known.map(({ kind, token, title, address }) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'kernel-primary';
      button.dataset['known'] = kind;
      button.textContent = kind === 'local' ? labels.useLocal : labels.useSite(title);
      const choice = document.createElement('div');
      choice.append(button, ...[labels.runsOn(address), kind === 'local' ? labels.localHint : token === 'needed' ? labels.siteTokenHint : labels.siteHint].map(hintOf));
      return choice;
    }));
    place.querySelector('button')?.toggleAttribute('autofocus', true);
  }

  async #useKnown({ place, token, allowAs }: KnownServer): Promise<void> {
    if (token === 'needed') {
      showPlace(this.#form, place);
      showKind(this.#form, this.#locale);
      this.#part<HTMLInputElement>('[name=token]').focus();
      return;
    }
    if (!(await this.#connect(place, 'comes-back'))) return;
    allow(allowAs);
    forgetToken();
  }

  async #submit(): Promise<void> {
    const place = this.#read();
    if (!place) return;
    const keep = this.#part<HTMLInputElement>('[name=remember]').checked;
    if (await this.#connect(place, keep ? 'comes-back' : 'typed')) rememberPlace(place, keep ? 'keep' : 'forget');
  }

  #read(): KernelPlace | null {
    try {
      const place = readPlace(this.#form);
      // A token that was pasted with the address stands where no one reads it.
      showPlace(this.#form, place);
      this.#part<HTMLInputElement>('[name=token]').value = place.token;
      return place;
    } catch (error) {
      if (!(error instanceof KernelError)) throw error;
      this.#showError({ error: factsOf(error) });
      this.#part<HTMLInputElement>('[name=address]').focus();
      return null;
    }
  }

  async #connect(place: KernelPlace, token: 'comes-back' | 'typed'): Promise<boolean> {
    this.#showError({ error: null });
    if (!(await this.#kernel.connect(place, token))) return false;
    this.#part<HTMLInputElement>('[name=token]').value = '';
    this.#settle(true);
    this.#dialog.close();
    return true;
  }

  #show(state: PageKernelState): void {
    const connecting = state.phase === 'connecting';
    this.#part<HTMLButtonElement>('[type=submit]').disabled = connecting;
    for (const button of this.#dialog.querySelectorAll<HTMLButtonElement>('.kernel-known button')) button.disabled = connecting;
    const labels = connectLabels[this.#locale];
    const progress = this.#part('.kernel-progress');
    progress.hidden = !connecting;
    this.#part('.kernel-progress [role=status]').textContent = connecting ? (state.progress?.message ?? labels.connecting) : '';
    const bar = this.#part<HTMLProgressElement>('.kernel-progress progress');
    if (state.progress?.fraction === undefined) bar.removeAttribute('value');
    else bar.value = state.progress.fraction;
    if (this.#dialog.open) this.#showError(state);
  }

  #showError({ error }: Pick<PageKernelState, 'error'>): void {
    const place = this.#part('.kernel-error');
    place.hidden = error === null;
    const html = error === null ? '' : adviceHtml(errorAdvice(error, this.#locale), this.#locale);
    if (place.innerHTML !== html) place.innerHTML = html;
  }

  #settle(connected: boolean): void {
    this.#asked?.resolve(connected);
    this.#asked = null;
  }

  #part<T extends HTMLElement = HTMLElement>(selector: string): T {
    const found = this.#dialog.querySelector<T>(selector);
    if (!found) throw new Error(`the dialog has no ${selector}`);
    return found;
  }
}
