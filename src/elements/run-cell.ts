import { cellCode } from '../cell/cell-code.ts';
import { isCellLanguage, type CellOptions } from '../cell/cell.ts';
import type { ExecutionResult } from '../cell/execution-result.ts';
import { cellLabels } from '../i18n/cell-labels.ts';
import { localeOf } from '../i18n/locale.ts';
import type { IOPubMessage } from '../output/reduce-outputs.ts';
import { watchLinkedEdits } from './cell-code-arrival.ts';
import { CellCode } from './cell-code.ts';
import type { KernelHelp } from './cell-code-help.ts';
import { requestConnection } from './connect-request.ts';
import type { LiveOutputs } from './live-outputs.ts';
import { pageKernel, type CellRunner, type PageKernel } from './page-kernel.ts';

/** The page's kernel, as far as it can be asked. */
const asked: PageKernel & Partial<KernelHelp> = pageKernel;
const kernelHelp: KernelHelp = {
  complete: async (code, cursor) => (await asked.complete?.(code, cursor)) ?? null,
  inspect: async (code, cursor) => (await asked.inspect?.(code, cursor)) ?? null,
};

/** `run-cell`: the controls and live outputs around a cell that is in the page already (`components/Cell.astro`). */
export class RunCell extends HTMLElement implements CellRunner {
  readonly #labels = cellLabels[localeOf(document.documentElement.lang)];
  #code: CellCode | null = null;
  #outputs: LiveOutputs | null = null;
  #clock: ReturnType<typeof setInterval> | undefined;

  get cellId(): string {
    return this.dataset['cell'] ?? '';
  }

  connectedCallback(): void {
    const run = this.#part<HTMLButtonElement>('.cell-run');
    run.disabled = false;
    run.addEventListener('click', () => void this.run());
    this.#part('.cell-stop').addEventListener('click', () => void pageKernel.stop());
    this.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey || event.shiftKey)) return;
      event.preventDefault();
      this.#runFromCode(event.shiftKey ? 'next' : 'stay');
    });
    this.#code ??= new CellCode(this, { run: (then) => this.#runFromCode(then), help: kernelHelp });
    this.#connectTabs();
  }

  /** Runs this cell, after those it depends on that have not run on this kernel. Asks for a server where there is none. */
  async run(): Promise<void> {
    this.#code?.approve();
    if (!readyToRun(this.#before())) return;
    if (!pageKernel.connected && !(await requestConnection())) return;
    pageKernel.run([...this.#before(), this]);
  }

  /** The cells that it depends on and that have not run on this kernel. */
  #before(): readonly RunCell[] {
    const ids = (this.dataset['depends'] ?? '').split(' ').filter((id) => id !== '' && !pageKernel.done.has(id));
    return ids.flatMap((id) => findCell(id) ?? []);
  }

  #runFromCode(then: 'stay' | 'next'): void {
    void this.run();
    if (then === 'stay') return;
    const cells = pageCells();
    cells[cells.indexOf(this) + 1]?.cellCode.focus();
  }

  get cellCode(): CellCode {
    if (!this.#code) throw new Error(`cell ${this.cellId} is not on a page yet`);
    return this.#code;
  }

  get mayFail(): boolean {
    return this.#options.files !== null || this.#options.expectError;
  }

  code(): string {
    const { language = '' } = this.dataset;
    if (!isCellLanguage(language)) throw new Error(`cell ${this.cellId} is in "${language}", which cannot run`);
    return cellCode({ language, options: this.#options, source: this.cellCode.text() });
  }

  /** The element's own data, written by Cell.astro from a parsed fence. */
  get #options(): CellOptions {
    return JSON.parse(this.dataset['options'] ?? '') as CellOptions;
  }

  queued(): void {
    this.#show('queued', this.#labels.queued);
  }

  async started(): Promise<void> {
    const { LiveOutputs } = await import('./live-outputs.ts');
    const container = this.#part('.cell-live');
    this.#outputs = new LiveOutputs(container, localeOf(document.documentElement.lang));
    this.#part('.cell-tabs').hidden = this.dataset['recording'] !== 'fresh';
    this.#select('live');
    const started = performance.now();
    const tick = (): void => this.#show('running', `${this.#labels.running} ${Math.floor((performance.now() - started) / 1000)} s`, false);
    this.#show('running', this.#labels.running);
    this.#clock = setInterval(tick, 1000);
  }

  message(message: IOPubMessage): void {
    this.#outputs?.add(message);
  }

  ended({ outcome, seconds }: ExecutionResult): void {
    clearInterval(this.#clock);
    this.#outputs?.paint();
    if (outcome === 'ok' && this.#outputs?.isEmpty) this.#part('.cell-live').textContent = this.#labels.noOutput;
    const time = seconds === 0 ? '' : ` · ${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
    const failedAsExpected = outcome === 'error' && this.#options.expectError;
    this.#show(failedAsExpected ? 'ok' : outcome, `${failedAsExpected ? this.#labels.failedAsExpected : this.#labels.outcome[outcome]}${time}`);
  }

  /** The status is a live region: what only ticks is shown and not announced. */
  #show(state: string, text: string, announce = true): void {
    this.dataset['state'] = state;
    const status = this.#part('.cell-status');
    status.setAttribute('aria-live', announce ? 'polite' : 'off');
    status.textContent = text;
    const active = state === 'running' || state === 'queued';
    this.#part('.cell-stop').hidden = !active;
    this.#part('.cell-run').hidden = active;
  }

  #connectTabs(): void {
    const tabs = [...this.querySelectorAll<HTMLElement>('[role=tab]')];
    for (const [index, tab] of tabs.entries()) {
      tab.addEventListener('click', () => this.#select(index === 0 ? 'live' : 'recorded'));
      tab.addEventListener('keydown', ({ key }) => {
        if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
        this.#select(index === 0 ? 'recorded' : 'live');
        tabs[1 - index]?.focus();
      });
    }
  }

  #select(shown: 'live' | 'recorded'): void {
    this.#part('.cell-live').hidden = shown !== 'live';
    this.#part('.cell-recorded').hidden = shown !== 'recorded';
    for (const [index, tab] of [...this.querySelectorAll<HTMLElement>('[role=tab]')].entries()) {
      const selected = (index === 0) === (shown === 'live');
      tab.setAttribute('aria-selected', String(selected));
      tab.tabIndex = selected ? 0 : -1;
    }
  }

  #part<T extends HTMLElement = HTMLElement>(selector: string): T {
    const found = this.querySelector<T>(selector);
    if (!found) throw new Error(`cell ${this.cellId} has no ${selector}`);
    return found;
  }
}

function findCell(id: string): RunCell | null {
  return document.querySelector<RunCell>(`run-cell[data-cell="${id}"]`);
}

/** All cells of the page, in its order. */
export function pageCells(): readonly RunCell[] {
  return [...document.querySelectorAll<RunCell>('run-cell')];
}

/** False where one of the cells shows code of a link that the reader has not run there: the reader is brought to it. */
export function readyToRun(cells: readonly RunCell[]): boolean {
  const unread = cells.find((cell) => cell.cellCode.needsReading);
  unread?.cellCode.askToRead();
  return unread === undefined;
}

if (!customElements.get('run-cell')) customElements.define('run-cell', RunCell);
watchLinkedEdits();
