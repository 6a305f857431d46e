import { cellCode, clientTimeoutSeconds } from '../cell/cell-code.ts';
import { isCellLanguage, sharesNames, type CellLanguage, type CellOptions } from '../cell/cell.ts';
import type { RunTool } from '../cuda/cuda-message.ts';
import type { ExecutionResult } from '../cell/execution-result.ts';
import type { KeptOutput } from '../output/kept-outputs.ts';
import { loadHelperFor } from './added-helper.ts';
import { explainRun, hasBuilt, showBuild } from './cell-builds.ts';
import { watchLinkedEdits } from './cell-code-arrival.ts';
import { CellCode } from './cell-code.ts';
import type { CellRunner, RunView } from './cell-runner.ts';
import type { LiveOutputs } from './live-outputs.ts';
import { loadCudaView, loadLiveView, restoreOutputs } from './live-view.ts';
import { pageKernel } from './page-session.ts';
import { cellLabels } from './page-words.ts';
import { isRunKey } from './run-keys.ts';
import { SHOW_AFTER_MS } from './show-after.ts';

/** `run-cell`: the controls and live outputs around a cell that is in the page already (`components/Cell.astro`). */
export class RunCell extends HTMLElement implements CellRunner {
  #code: CellCode | null = null;
  /** What was sent last. */
  #sent = '';
  #outputs: LiveOutputs | null = null;
  #clock: ReturnType<typeof setInterval> | undefined;
  /** How long the last run took, in words. */
  #time = '';
  /** What the program is run under: by the run that waits, and by the one that has begun. */
  #nextTool: RunTool | null = null;
  #tool: RunTool | null = null;
  #activity: 'queued' | 'running' | null = null;
  #showing: ReturnType<typeof setTimeout> | undefined;
  readonly #presses = new Map<HTMLElement, () => void>();

  get cellId(): string {
    return this.dataset['cell'] ?? '';
  }

  connectedCallback(): void {
    this.#onPress('.cell-run', () => this.run());
    this.#onPress('.cell-run-above', () => this.runToHere());
    this.#onPress('.cell-stop', () => void pageKernel.stop());
    const check = this.querySelector<HTMLElement>('.cell-check');
    if (check) this.#onPress('.cell-check', () => this.#offerTools(check));
    this.addEventListener('keydown', (event) => { if (isRunKey(event)) this.pressKey(event); });
    this.#code ??= new CellCode(this, pageKernel);
    // What ran is not what the cell shows: a cell that depends on it runs it again.
    this.addEventListener('warpnotes:code', () => { pageKernel.done.delete(this.cellId); });
    this.#connectTabs();
  }

  /** Does what a press of one of the cell's buttons does, for one that came before this script (`cells-on-demand.ts`). */
  press(button: HTMLElement): void {
    (this.#presses.get(button) ?? (() => { button.click(); }))();
  }

  pressKey(event: KeyboardEvent): void {
    event.preventDefault();
    this.run();
    if (event.shiftKey) this.#goToNext();
  }

  /** Runs this cell, after those it depends on that have not run on this kernel. */
  run(tool: RunTool | null = null): void {
    this.#nextTool = tool;
    const ids = (this.dataset['depends'] ?? '').split(' ').filter((id) => id !== '' && !pageKernel.done.has(id));
    const before = ids.flatMap((id) => findCell(id) ?? []);
    if (!readyToRun(before)) return;
    this.cellCode.approve();
    pageKernel.run([...before, this]);
  }

  #offerTools(button: HTMLElement): void {
    import('./cell-tools.ts').then(({ toggleTools }) => { toggleTools(this, button); })
      .catch((error: unknown) => { console.error('The tools could not be offered.', error); });
  }

  #goToNext(): void {
    const cells = pageCells();
    cells[cells.indexOf(this) + 1]?.cellCode.focus();
  }

  get cellCode(): CellCode {
    if (!this.#code) throw new Error(`cell ${this.cellId} is not on a page yet`);
    return this.#code;
  }

  /** Runs all cells of the page down to this one. */
  runToHere(): void {
    const cells = pageCells();
    const above = cells.slice(0, cells.indexOf(this) + 1);
    if (readyToRun(above)) pageKernel.run(above);
  }

  get mayFail(): boolean {
    return this.#options.expectError || (this.#options.files !== null && hasBuilt(this.#outputs?.outputs ?? []));
  }

  get timeoutSeconds(): number | null {
    return clientTimeoutSeconds({ language: this.#language, options: this.#options });
  }

  code(): string {
    this.#sent = this.cellCode.text();
    return cellCode({ language: this.#language, options: this.#options, source: this.#sent }, this.#tool);
  }

  get #language(): CellLanguage {
    const { language = '' } = this.dataset;
    if (!isCellLanguage(language)) throw new Error(`cell ${this.cellId} is in "${language}", which cannot run`);
    return language;
  }

  /** The element's own data, written by Cell.astro from a parsed fence. */
  get #options(): CellOptions {
    return JSON.parse(this.dataset['options'] ?? '') as CellOptions;
  }

  queued(): void {
    const cell = { language: this.#language, options: this.#options, source: '' };
    loadHelperFor(cellCode(cell));
    if (!sharesNames(cell)) void loadCudaView();
    if (this.#activity !== 'running') this.#startActivity('queued');
  }

  async started(before: unknown, signal: AbortSignal): Promise<RunView> {
    [this.#tool, this.#nextTool] = [this.#nextTool, null];
    const { LiveOutputs, labels } = await loadLiveView();
    signal.throwIfAborted();
    const live = this.#part('.cell-live');
    // What stood there gives way to the run: the page below stays where it is until there is something to show.
    const outputs = new LiveOutputs(live, labels, () => live.offsetHeight || this.#part('.cell-recorded').offsetHeight);
    if (before !== null) await restoreOutputs(outputs, before);
    this.#outputs = outputs;
    this.#part('.cell-tabs').hidden = this.dataset['recording'] !== 'fresh';
    this.#select('live');
    const started = performance.now();
    const tick = (): void => this.#show('running', `${cellLabels.running} ${Math.floor((performance.now() - started) / 1000)} s`, false);
    this.#startActivity('running');
    this.#clock = setInterval(tick, 1000);
    return {
      message: (message) => {
        outputs.add(message);
        showBuild(message, this, this.#sent, pageCells);
      },
      input: (request, signal) => outputs.ask(request, signal),
      gap: () => { outputs.gap(); },
    };
  }

  /** The name under which other cells find what this one saves. */
  get file(): string | null {
    return this.#options.files;
  }

  /** What the cell has shown so far, for a later page: as much of its end as has room in so many characters of JSON. */
  keptOutputs(limit: number): readonly KeptOutput[] {
    return this.#outputs?.kept(limit) ?? [];
  }

  ended({ outcome, seconds, timedOut }: ExecutionResult): void {
    clearInterval(this.#clock);
    clearTimeout(this.#showing);
    this.#activity = null;
    this.#outputs?.finish(outcome === 'ok' ? cellLabels.noOutput : null);
    explainRun({ outcome, language: this.#language, source: this.#sent }, this.#outputs, this.#part('.cell-live'));
    this.toggleAttribute('data-long', this.#part('.cell-live').scrollHeight > this.#part('.cell-live').clientHeight);
    this.#time = seconds === 0 ? '' : ` · ${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
    const failedAsExpected = outcome === 'error' && this.#options.expectError;
    const word = timedOut === true ? cellLabels.timedOut : cellLabels.outcome[outcome];
    this.#show(failedAsExpected ? 'ok' : outcome, `${failedAsExpected ? cellLabels.failedAsExpected : word}${this.#time}`);
    if (outcome === 'skipped') this.#nextTool = null;
    // A tool slows a program down and adds to what it prints.
    if (this.dataset['recording'] === 'fresh' && this.#tool === null) void this.#compare(failedAsExpected || (outcome === 'ok' && !this.#options.expectError) ? 'alike' : 'otherwise');
  }

  /** A run has ended well and is none to rely on: the word stands in the place of "Done". */
  doubt(word: string): void {
    this.toggleAttribute('data-doubt', true);
    this.#part('.cell-status').textContent = `${word}${this.#time}`;
  }

  /** What compares a run with the recording is loaded after the run; another run may have begun by then. */
  async #compare(ended: 'alike' | 'otherwise', outputs = this.#outputs): Promise<void> {
    const { compareRun } = await import('./run-comparison.ts');
    if (outputs && outputs === this.#outputs && this.#activity !== 'running') compareRun(this, this.#options.metrics ? 'metrics' : 'text', ended);
  }

  #startActivity(activity: 'queued' | 'running'): void {
    clearTimeout(this.#showing);
    const show = (): void => { this.#show(activity, cellLabels[activity]); };
    const isShown = this.#activity !== null && this.dataset['state'] === this.#activity;
    this.#activity = activity;
    if (isShown) show();
    else this.#showing = setTimeout(show, SHOW_AFTER_MS);
  }

  /** The status is a live region: what only ticks is shown and not announced. */
  #show(state: string, text: string, announce = true): void {
    const [run, stop] = [this.#part('.cell-run'), this.#part('.cell-stop')];
    const focused = document.activeElement;
    this.dataset['state'] = state;
    this.removeAttribute('data-doubt');
    // One of the two is there at a time: the focus goes to it.
    if (focused === run && isActive(state)) stop.focus({ preventScroll: true });
    if (focused === stop && !isActive(state)) run.focus({ preventScroll: true });
    const status = this.#part('.cell-status');
    status.setAttribute('aria-live', announce ? 'polite' : 'off');
    status.textContent = text;
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
    if (this.#part('.cell-live').hidden === (shown !== 'live')) return;
    this.dataset['shown'] = shown;
    this.#part('.cell-live').hidden = shown !== 'live';
    this.#part('.cell-recorded').hidden = shown !== 'recorded';
    for (const each of this.querySelectorAll<HTMLElement>('.cell-comparison')) each.hidden = shown !== 'live';
    for (const [index, tab] of [...this.querySelectorAll<HTMLElement>('[role=tab]')].entries()) {
      const selected = (index === 0) === (shown === 'live');
      tab.setAttribute('aria-selected', String(selected));
      tab.tabIndex = selected ? 0 : -1;
    }
  }

  /** A press of the reader's own: what a script clicks does not run code. */
  #onPress(selector: string, action: () => void): void {
    const button = this.#part(selector);
    this.#presses.set(button, action);
    button.addEventListener('click', (event) => { if (event.isTrusted) action(); });
  }

  #part<T extends HTMLElement = HTMLElement>(selector: string): T {
    const found = this.querySelector<T>(selector);
    if (!found) throw new Error(`cell ${this.cellId} has no ${selector}`);
    return found;
  }
}

/** States in which a cell can be stopped, and not run (see `cell.css`). */
const isActive = (state: string): boolean => state === 'running' || state === 'queued';

/** The cell of an id; null where the page has none. */
export function findCell(id: string): RunCell | null {
  return document.querySelector<RunCell>(`run-cell[data-cell="${CSS.escape(id)}"]`);
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
