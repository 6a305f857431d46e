import * as v from 'valibot';
import { isCellLanguage, type Cell, type CellOptions } from '../cell/cell.ts';
import { compilerView, type CompilerView, compilerViewSchema, listingOf, type ViewedKernel } from '../cuda/compiler-view.ts';
import { type CompilerLabels, compilerLabels } from '../i18n/compiler-labels.ts';
import { localeOf } from '../i18n/locale.ts';
import { viewRequest } from '../kernel/compiler-request.ts';
import { escapeHtml } from '../output/escape-html.ts';
import type { CudaLabels } from '../output/cuda-labels.ts';
import { CompilerListing } from './compiler-listing.ts';
import { panelHtml, shortName } from './compiler-panel-html.ts';
import { CompilerRunner } from './compiler-runner.ts';
import { showResources } from './compiler-resources.ts';
import { diffRows, rowsOf } from './compiler-rows.ts';
import { showStages } from './compiler-stages.ts';
import style from './compiler-panel.css?url';
import { loadStyle } from './load-style.ts';
import { liveCudaLabels } from './live-context.ts';
import { connectTabs } from './tab-keys.ts';
import { pageKernel } from './page-session.ts';
import { pageCells, type RunCell } from './run-cell.ts';

await loadStyle(style);

const FORMS = ['sass', 'ptx', 'resources', 'stages'] as const;
type Form = (typeof FORMS)[number];

/** What is shown: one compilation, or two to compare, of a text. */
interface Shown {
  readonly views: readonly [view: CompilerView, other: CompilerView | undefined];
  /** The cell's lines as they were compiled. */
  readonly source: readonly string[];
  readonly from: 'recorded' | 'live';
}

/** Fills the panel of a cell: what is recorded, or else the offer to compile on the reader's server. */
export async function openPanel(details: HTMLDetailsElement): Promise<void> {
  const cell = details.closest<RunCell>('run-cell');
  const body = details.querySelector<HTMLElement>('.compiler');
  if (!cell || !body) throw new Error('the compiler panel is in no cell');
  const { view: url = '' } = details.dataset;
  const words = await liveCudaLabels();
  const panel = new CompilerPanel(body, cell, words);
  if (url === '') return;
  const views = (await (await fetch(url)).json()) as Record<string, unknown>;
  const view = v.parse(compilerViewSchema, views[cell.cellId]);
  panel.show({ views: [view, undefined], source: cell.cellCode.original.split('\n'), from: 'recorded' });
}

function compilerOf({ command, nvcc }: CompilerView): string {
  return `${command.startsWith('nvrtc ') ? 'NVRTC' : 'nvcc'} ${nvcc}`;
}

class CompilerPanel {
  readonly #locale = localeOf(document.documentElement.lang);
  readonly #labels: CompilerLabels = compilerLabels[this.#locale];
  readonly #words: CudaLabels;
  readonly #root: HTMLElement;
  readonly #cell: RunCell;
  #shown: Shown | null = null;
  #kernel = 0;
  #form: Form = 'sass';
  #listing: CompilerListing | null = null;
  #registers: 'count' | 'ignore' = 'ignore';

  constructor(root: HTMLElement, cell: RunCell, words: CudaLabels) {
    this.#root = root;
    this.#cell = cell;
    this.#words = words;
    root.innerHTML = panelHtml(this.#labels);
    this.#part('.compiler-from').textContent = this.#labels.none;
    this.#part<HTMLFormElement>('.compiler-ask').addEventListener('submit', (event) => {
      event.preventDefault();
      if (event.isTrusted) void this.#compile();
    });
    this.#field('flags').value = this.#own.options.nvccArgs;
    this.#linkCode();
  }

  show(shown: Shown): void {
    const before = this.#shown?.views[0].kernels[this.#kernel]?.name;
    this.#shown = shown;
    const [view, other] = shown.views;
    this.#kernel = Math.max(0, view.kernels.findIndex(({ name }) => name === before));
    if (view.kernels.length === 0) this.#form = 'stages';
    const edited = shown.from === 'recorded' && this.#cell.cellCode.edited ? ` · ${this.#labels.ofOriginal}` : '';
    const from = shown.from === 'recorded' ? this.#labels.recorded(compilerOf(view)) : this.#labels.live(compilerOf(view));
    const commands = [view, ...(other ? [other] : [])].map(({ command }) => `<code>${escapeHtml(command)}</code>`);
    this.#part('.compiler-from').innerHTML = `${escapeHtml(from)} · ${commands.join(' / ')}${escapeHtml(edited)}`;
    const kernels = view.kernels.map(({ name, arch }) => `${shortName(name)} · ${arch}`);
    this.#tabs('.compiler-kernels', kernels, this.#kernel, (index) => { this.#kernel = index; });
    const forms = FORMS.map((form) => this.#labels.view[form]);
    this.#tabs('.compiler-forms', forms, FORMS.indexOf(this.#form), (index) => { this.#form = FORMS[index] ?? 'sass'; });
    this.#part('.compiler-omitted').textContent = view.omitted > 0 ? this.#labels.omittedKernels(view.omitted) : '';
    this.#paint();
  }

  #paint(): void {
    const place = this.#part('.compiler-shown');
    if (!this.#shown) return;
    const { views: [view, other], source, from } = this.#shown;
    this.#listing = null;
    place.ariaLabel = this.#labels.view[this.#form];
    this.#part('.compiler-omitted').hidden = this.#form === 'stages';
    this.#part('.compiler-kernels').hidden = this.#form === 'stages' || view.kernels.length === 0;
    const kernel = view.kernels[this.#kernel];
    const twin = kernel && other?.kernels.find(({ name }) => name === kernel.name);
    if (this.#form === 'stages') {
      const open = from === 'recorded' ? null : async (name: string) => {
        const answer = await this.#ask(new CompilerRunner(this.#cell.cellId, { open: name }));
        return typeof answer === 'object' && answer?.kind === 'file' ? answer : null;
      };
      showStages(place, { view, labels: this.#labels, open });
    } else if (!kernel) {
      place.textContent = this.#labels.noKernel;
    } else if (this.#form === 'resources') {
      const kernels = [[view.command, kernel] as const, ...(other && twin ? [[other.command, twin] as const] : [])];
      showResources(place, { kernels, labels: this.#labels, words: this.#words, locale: this.#locale });
    } else {
      this.#paintListing(place, this.#form, kernel, other ? twin ?? null : undefined, source);
    }
  }

  /** @param twin the kernel to compare with; null where the other compilation has not got it */
  #paintListing(
    place: HTMLElement, form: 'sass' | 'ptx', kernel: ViewedKernel, twin: ViewedKernel | null | undefined, source: readonly string[],
  ): void {
    const stored = kernel[form];
    if (!stored) {
      const noTool = form === 'sass' && !this.#shown?.views[0].kernels.some(({ sass }) => sass);
      place.textContent = noTool ? this.#labels.noDisassembler : this.#labels.noListing(this.#labels.view[form]);
      return;
    }
    const left = listingOf(stored);
    const rows = twin?.[form] ? diffRows(left, listingOf(twin[form]), this.#registers) : rowsOf(left);
    const name = this.#labels.instructionsOf(kernel.name, this.#labels.view[form]);
    const lit = (line: number | null): void => { this.#lightCode(line); };
    this.#listing = new CompilerListing(place, { rows, form, name, source, labels: this.#labels, lit });
    if (stored.omitted > 0) place.append(paragraph(this.#labels.cut(stored.omitted)));
    if (twin === undefined) return;
    place.prepend(twin?.[form] ? this.#difference(rows) : paragraph(this.#labels.noTwin));
  }

  #difference(rows: ReturnType<typeof rowsOf>): HTMLElement {
    const [removed, added] = (['left', 'right'] as const).map((side) => rows.filter((row) => row.side === side).length);
    const text = removed === 0 && added === 0 ? this.#labels.same : this.#labels.changed(removed ?? 0, added ?? 0);
    const line = paragraph(`${text} `);
    const checked = this.#registers === 'ignore' ? ' checked' : '';
    line.innerHTML += `<label><input type="checkbox"${checked}> ${escapeHtml(this.#labels.ignoreRegisters)}</label>`;
    line.querySelector('input')?.addEventListener('change', ({ target }) => {
      this.#registers = (target as HTMLInputElement).checked ? 'ignore' : 'count';
      this.#paint();
      this.#root.querySelector<HTMLElement>('.compiler-shown input[type=checkbox]')?.focus();
    });
    return line;
  }

  async #compile(): Promise<void> {
    const cell = this.#own;
    const status = this.#part('.compiler-status');
    const button = this.#part<HTMLButtonElement>('.compiler-ask button');
    status.textContent = this.#labels.compiling;
    button.ariaBusy = 'true';
    const above = pageCells().filter((each) => (this.#cell.dataset['depends'] ?? '').split(' ').includes(each.cellId)).map(cellOf);
    const views: CompilerView[] = [];
    try {
      const other = this.#field('other').value.trim();
      for (const flags of [this.#field('flags').value, ...(other === '' ? [] : [other])]) {
        const answer = await this.#ask(new CompilerRunner(this.#cell.cellId, viewRequest(cell, above, flags)));
        if (typeof answer !== 'object' || answer?.kind !== 'view') {
          status.textContent = answer === null || typeof answer === 'object' ? this.#labels.notDone : answer;
          return;
        }
        if (!answer.ok) {
          status.textContent = answer.log.trim();
          return;
        }
        views.push(compilerView(answer));
      }
      const [view, compared] = views;
      if (view) this.show({ views: [view, compared], source: cell.source.split('\n'), from: 'live' });
      status.textContent = this.#labels.done;
    } finally {
      button.ariaBusy = null;
    }
  }

  #ask(runner: CompilerRunner): CompilerRunner['answer'] {
    pageKernel.run([runner]);
    return runner.answer;
  }

  /** A line of the cell's code that is pointed at lights what came of it. */
  #linkCode(): void {
    const code = this.#cell.querySelector('.cell-code pre > code');
    code?.addEventListener('pointerover', ({ target }) => {
      const line = (target as Element).closest('.ec-line');
      if (line && this.#root.closest('details')?.open) this.#listing?.light([...code.children].indexOf(line) + 1, null);
    });
  }

  #lightCode(line: number | null): void {
    const lines = [...this.#cell.querySelectorAll('.cell-code pre > code > .ec-line')];
    for (const [index, each] of lines.entries()) each.classList.toggle('compiler-lit', index + 1 === line);
  }

  #tabs(selector: string, names: readonly string[], selected: number, choose: (index: number) => void): void {
    const list = this.#part(selector);
    const tab = (name: string, index: number): string => (
      `<button type="button" role="tab" aria-selected="${index === selected}" tabindex="${index === selected ? 0 : -1}">${escapeHtml(name)}</button>`
    );
    list.innerHTML = names.map(tab).join('');
    connectTabs(list, (index) => {
      choose(index);
      this.#paint();
    });
  }

  get #own(): Cell {
    return cellOf(this.#cell);
  }

  #field(name: 'flags' | 'other'): HTMLInputElement {
    return this.#part<HTMLInputElement>(`[name=${name}]`);
  }

  #part<T extends HTMLElement = HTMLElement>(selector: string): T {
    const found = this.#root.querySelector<T>(selector);
    if (!found) throw new Error(`the compiler panel has no ${selector}`);
    return found;
  }
}

/** A cell of the page as it stands, with the reader's edits. */
function cellOf(cell: RunCell): Cell {
  const { language = '', options = '' } = cell.dataset;
  if (!isCellLanguage(language)) throw new Error(`cell ${cell.cellId} is in "${language}", which cannot be compiled`);
  return { language, options: JSON.parse(options) as CellOptions, source: cell.cellCode.text() };
}

function paragraph(text: string): HTMLElement {
  const place = document.createElement('p');
  place.className = 'compiler-hint';
  place.textContent = text;
  return place;
}
