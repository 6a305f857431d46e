import { localeOf } from '../i18n/locale.ts';
import { KernelError } from '../kernel/kernel-error.ts';
import { kernelLabels } from '../kernel/kernel-labels.ts';
import { parseServerAddress, type KernelServer } from '../kernel/server-address.ts';
import { findLocalKernel } from './connect-request.ts';
import { forgetServer, lastAddress, rememberServer } from './kept-server.ts';
import { pageKernel, type PageKernelState } from './page-kernel.ts';
import { pageCells, readyToRun } from './run-cell.ts';

/** `kernel-bar`: shows the page's kernel and lets the reader connect, run all, stop, restart and shut down. */
export class KernelBar extends HTMLElement {
  readonly #labels = kernelLabels[localeOf(document.documentElement.lang)];
  /** Told whether a server was connected, once the dialog is answered. */
  #answer: ((connected: boolean) => void) | null = null;

  connectedCallback(): void {
    this.#on('run-all', () => void this.#runAll());
    this.#on('stop', () => void pageKernel.stop());
    this.#on('restart', () => void pageKernel.restart());
    this.#on('disconnect', () => void pageKernel.disconnect());
    this.#on('connect', () => this.#openDialog());
    this.#on('local', () => void this.#connectLocal());
    this.#on('cancel', () => this.#dialog.close());
    this.#dialog.addEventListener('close', () => this.#settle(false));
    this.#part('form').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#submit();
    });
    document.addEventListener('warpnotes:connect', (event) => {
      this.#ask((event as CustomEvent<(connected: boolean) => void>).detail);
    });
    pageKernel.subscribe((state) => this.#show(state));
  }

  async #runAll(): Promise<void> {
    const cells = pageCells();
    if (!readyToRun(cells)) return;
    if (!pageKernel.connected) {
      // The first cell asks for the connection and takes its place at the head of the queue.
      await cells[0]?.run();
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- it was false before the wait
      if (pageKernel.connected) pageKernel.run(cells.slice(1));
    } else pageKernel.run(cells);
  }

  /** A cell wants to run and there is no kernel to be had without the reader. */
  #ask(answer: (connected: boolean) => void): void {
    this.#settle(false);
    this.#answer = answer;
    this.#openDialog();
  }

  #openDialog(): void {
    this.#input('address').value = lastAddress();
    for (const place of this.querySelectorAll('.kernel-origin')) place.textContent = location.origin;
    void findLocalKernel().then((local) => { this.#part('.kernel-local').hidden = local === null; });
    const { error } = pageKernel.state;
    if (error) this.#showError(this.#labels.error[error]);
    this.#dialog.showModal();
  }

  async #submit(): Promise<void> {
    const server = this.#readForm();
    if (server && (await this.#connect(server))) rememberServer(server, this.#input('remember').checked ? 'keep' : 'forget');
  }

  async #connectLocal(): Promise<void> {
    const server = await findLocalKernel();
    if (server && (await this.#connect(server))) forgetServer();
  }

  /** Connects and closes the dialog, or says in it why that failed. */
  async #connect(server: KernelServer): Promise<boolean> {
    this.#part('.kernel-error').hidden = true;
    const submit = this.#part<HTMLButtonElement>('[type=submit]');
    submit.disabled = true;
    const connected = await pageKernel.connect(server);
    submit.disabled = false;
    if (!connected) {
      this.#showError(this.#labels.error[pageKernel.state.error ?? 'other']);
      return false;
    }
    this.#input('token').value = '';
    this.#settle(true);
    this.#dialog.close();
    return true;
  }

  #readForm(): KernelServer | null {
    this.#part('.kernel-error').hidden = true;
    try {
      return parseServerAddress(this.#input('address').value, this.#input('token').value);
    } catch (error) {
      if (!(error instanceof KernelError)) throw error;
      this.#showError(this.#labels.error[error.code]);
      return null;
    }
  }

  #showError(text: string): void {
    const place = this.#part('.kernel-error');
    place.textContent = text;
    place.hidden = false;
  }

  #settle(connected: boolean): void {
    this.#answer?.(connected);
    this.#answer = null;
  }

  #show({ phase, serverUrl, error, running, waiting }: PageKernelState): void {
    this.dataset['phase'] = phase;
    this.toggleAttribute('data-error', error !== null);
    const busy = running === null ? '' : ` ${running}${waiting > 0 ? ` +${waiting}` : ''}`;
    const { connected } = pageKernel;
    const text = error && !connected ? this.#labels.error[error] : `${this.#labels.phase[phase]}${phase === 'busy' ? busy : ''}`;
    this.#part('.kernel-state').textContent = text;
    this.#part('.kernel-server').textContent = phase === 'off' || serverUrl === null ? '' : new URL(serverUrl).host;
    this.#button('connect').hidden = connected || phase === 'connecting';
    this.#button('disconnect').hidden = !connected;
    this.#button('restart').hidden = !connected;
    this.#button('stop').hidden = running === null;
    this.#button('run-all').hidden = phase === 'connecting';
  }

  get #dialog(): HTMLDialogElement {
    return this.#part<HTMLDialogElement>('dialog');
  }

  #input(name: string): HTMLInputElement {
    return this.#part<HTMLInputElement>(`[name=${name}]`);
  }

  #button(action: string): HTMLButtonElement {
    return this.#part<HTMLButtonElement>(`[data-action=${action}]`);
  }

  #on(action: string, listener: () => void): void {
    this.#button(action).addEventListener('click', listener);
  }

  #part<T extends HTMLElement = HTMLElement>(selector: string): T {
    const found = this.querySelector<T>(selector);
    if (!found) throw new Error(`the kernel bar has no ${selector}`);
    return found;
  }
}

if (!customElements.get('kernel-bar')) customElements.define('kernel-bar', KernelBar);
