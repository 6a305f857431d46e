import type { Need } from '../cell/cell.ts';
import { localeOf } from '../i18n/locale.ts';
import type { KernelEnvironment } from '../kernel/kernel-answers.ts';
import { factsOf, type ErrorFacts } from '../kernel/kernel-error.ts';
import { onLeaving, storedKernel, type KeptKernel } from './page-life.ts';
import type { PageKernelState } from './page-kernel.ts';
import { pageKernel } from './page-session.ts';
import { kernelLabels } from './page-words.ts';
import { pageCells, readyToRun } from './run-cell.ts';
import { SHOW_AFTER_MS } from './show-after.ts';

const GIB = 2 ** 30;

/** `kernel-bar`: shows the page's kernel and lets the reader connect, run all, stop, restart and shut down. */
export class KernelBar extends HTMLElement {
  readonly #locale = localeOf(document.documentElement.lang);
  #shownError: ErrorFacts | null = null;
  #advisedOn: KernelEnvironment | null = null;
  #showing: ReturnType<typeof setTimeout> | undefined;
  readonly #presses = new Map<string, () => void>();

  connectedCallback(): void {
    this.#on('run-all', () => { if (readyToRun(pageCells())) pageKernel.run(pageCells()); });
    this.#on('stop', () => void pageKernel.stop());
    this.#on('restart', () => void pageKernel.restart());
    this.#on('disconnect', () => void pageKernel.disconnect());
    this.#on('cancel', () => void pageKernel.disconnect());
    this.#on('stop-server', () => void this.#stopServer());
    this.#on('connect', () => void this.#connect());
    this.#on('open-lab', () => void this.#openLab());
    this.#keep.addEventListener('change', () => { onLeaving(this.#keep.checked ? 'keep' : 'shut-down'); });
    this.#part('.kernel-advice').addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null;
      if (button) void this.#copy(button);
    });
    pageKernel.subscribe((state) => { this.#showSoon(state); });
    this.#offerKept();
    // Back from the browser's own cache, the page finds what it left.
    window.addEventListener('pageshow', ({ persisted }) => { if (persisted) this.#offerKept(); });
  }

  /** Does what a press of one of its buttons does, for one that came before this script (`cells-on-demand.ts`). */
  press(button: HTMLElement): void {
    this.#presses.get(button.dataset['action'] ?? '')?.();
  }

  async #connect(): Promise<void> {
    const { askForServer } = await import('./connect-request.ts');
    await askForServer(pageKernel);
  }

  /** Only now, and by this press, anything is written on the server. */
  async #openLab(): Promise<void> {
    const { server } = pageKernel;
    const button = this.#button('open-lab');
    if (!server || button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    try {
      const { openNoteInLab } = await import('./open-in-lab.ts');
      await openNoteInLab(server, this.#part('.kernel-lab'), this.#locale);
    } finally {
      button.ariaDisabled = 'false';
    }
  }

  async #stopServer(): Promise<void> {
    try {
      await pageKernel.stopServer();
    } catch (error) {
      console.warn('The hub did not stop the server.', error);
      await this.#showError(factsOf(error));
    }
  }

  /** A kernel that an earlier visit left running: a reload takes it up, a later visit is asked. */
  #offerKept(): void {
    const found = storedKernel();
    if (!found) return;
    const { kept, reloaded } = found;
    this.#keep.checked = kept.left === 'kept';
    onLeaving(kept.left === 'kept' ? 'keep' : 'shut-down');
    this.#part('.kernel-kept-text').textContent = kernelLabels.stillRuns(new URL(kept.record.address).host);
    this.#on('take-up', () => void this.#takeUp(kept));
    this.#on('end-kept', () => void this.#endKept(kept));
    if (reloaded) void this.#takeUp(kept);
    else this.#part('.kernel-kept').hidden = false;
  }

  async #takeUp(kept: KeptKernel): Promise<boolean> {
    this.#part('.kernel-kept').hidden = true;
    const { takeUp } = await import('./take-up.ts');
    const taken = await takeUp(pageKernel, kept);
    // One that could not be reached may be there all the same.
    if (!taken && storedKernel()) this.#part('.kernel-kept').hidden = false;
    return taken;
  }

  async #endKept(kept: KeptKernel): Promise<void> {
    if (await this.#takeUp(kept)) await pageKernel.disconnect();
  }

  #showSoon(state: PageKernelState): void {
    const isWork = isReady(state.phase) && isReady(this.dataset['phase']);
    if (isWork) this.#showing ??= setTimeout(() => { this.#show(pageKernel.state); }, SHOW_AFTER_MS);
    else this.#show(state);
  }

  #show(state: PageKernelState): void {
    clearTimeout(this.#showing);
    this.#showing = undefined;
    const { phase, running, serverUrl } = state;
    const { connected } = pageKernel;
    this.dataset['phase'] = phase;
    this.toggleAttribute('data-error', state.error !== null);
    this.#part('.kernel-state').textContent = this.#phaseText(state);
    this.#shownError = state.error;
    if (state.error) void this.#showError(state.error);
    if (connected) this.#part('.kernel-kept').hidden = true;
    this.#part('.kernel-server').textContent = connected && serverUrl !== null ? this.#serverText(serverUrl, state) : '';
    const connect = this.#button('connect');
    connect.hidden = connected || phase === 'connecting';
    connect.textContent = phase === 'unauthorized' ? kernelLabels.newToken : kernelLabels.connect;
    this.#button('stop').hidden = running === null;
    this.#button('stop').textContent = phase === 'stopping' ? kernelLabels.stopNow : kernelLabels.stop;
    this.#button('run-all').hidden = phase === 'connecting';
    this.#button('cancel').hidden = phase !== 'connecting';
    this.#button('stop-server').hidden = !pageKernel.onHub;
    this.#part('.kernel-details').hidden = !connected;
    if (!connected) this.#part('.kernel-lab').replaceChildren();
    if (connected) this.#showMachine(state);
  }

  #phaseText({ phase, running, waiting, progress }: PageKernelState): string {
    const words = kernelLabels.phase[phase];
    if (phase === 'connecting' && progress) return `${words} · ${progress.message}`;
    return phase === 'busy' && running !== null ? `${words} ${running}${waiting > 0 ? ` +${waiting}` : ''}` : words;
  }

  /** The words of errors are loaded when there is one. */
  async #showError(error: ErrorFacts): Promise<void> {
    this.#shownError = error;
    const { errorAdvice } = await import('../kernel/error-advice.ts');
    if (this.#shownError === error) this.#part('.kernel-state').textContent = errorAdvice(error, this.#locale).sentence;
  }

  #serverText(serverUrl: string, { environment }: PageKernelState): string {
    const gpu = environment?.gpus[0];
    const { host } = new URL(serverUrl);
    return gpu ? `${gpu.name} · ${this.#memory(gpu)}` : host;
  }

  #memory({ memoryUsedBytes, memoryTotalBytes }: { readonly memoryUsedBytes: number; readonly memoryTotalBytes: number }): string {
    return kernelLabels.memory((memoryUsedBytes / GIB).toFixed(1), (memoryTotalBytes / GIB).toFixed(0));
  }

  /** What the machine lacks for the cells of the page. */
  async #advise(environment: KernelEnvironment | null): Promise<void> {
    if (environment === this.#advisedOn) return;
    this.#advisedOn = environment;
    const [{ machineAdvice }, { adviceHtml }] = await Promise.all([import('../kernel/machine-advice.ts'), import('./advice-html.ts')]);
    const needs = pageCells().map(({ dataset }) => dataset['need'] as Need);
    const advice = environment && machineAdvice(environment, needs, this.#locale);
    const place = this.#part('.kernel-advice');
    place.hidden = !advice;
    place.innerHTML = advice ? adviceHtml(advice, this.#locale) : '';
  }

  async #copy(button: HTMLElement): Promise<void> {
    const { copyLines } = await import('./advice-html.ts');
    await copyLines(button, this.#locale);
  }

  #showMachine({ serverUrl, environment }: PageKernelState): void {
    void this.#advise(environment);
    const { none, noGpu } = kernelLabels;
    const gpus = environment?.gpus.map((gpu) => `${gpu.name}, ${this.#memory(gpu)}`).join('; ') ?? '';
    this.#part('[data-fact=server]').textContent = serverUrl;
    this.#part('[data-fact=gpu]').textContent = environment === null ? '…' : gpus || noGpu;
    this.#part('[data-fact=driver]').textContent = environment === null ? '…' : environment.driverVersion ?? none;
    this.#part('[data-fact=nvcc]').textContent = environment === null ? '…' : environment.nvccRelease ?? none;
    this.#part('[data-fact=python]').textContent = environment?.pythonVersion ?? '…';
    const keepable = pageKernel.record() !== null;
    this.#keep.disabled = !keepable;
    this.#part('.kernel-keep-hint').textContent = keepable ? kernelLabels.keepHint : kernelLabels.cannotKeep;
  }

  get #keep(): HTMLInputElement {
    return this.#part<HTMLInputElement>('[name=keep]');
  }

  #button(action: string): HTMLButtonElement {
    return this.#part<HTMLButtonElement>(`[data-action=${action}]`);
  }

  /** A press of the reader's own: what a script clicks does not run code. */
  #on(action: string, listener: () => void): void {
    this.#presses.set(action, listener);
    this.#button(action).onclick = (event) => { if (event.isTrusted) listener(); };
  }

  #part<T extends HTMLElement = HTMLElement>(selector: string): T {
    const found = this.querySelector<T>(selector);
    if (!found) throw new Error(`the kernel bar has no ${selector}`);
    return found;
  }
}

/** The kernel is there, and runs a cell or does not. */
function isReady(phase: string | undefined): boolean {
  return phase === 'idle' || phase === 'busy';
}

if (!customElements.get('kernel-bar')) customElements.define('kernel-bar', KernelBar);
