import type { CompilerLabels } from '../i18n/compiler-labels.ts';
import { escapeHtml } from '../output/escape-html.ts';
import { assemblyHtml } from './assembly-colours.ts';
import { type Row, sourceCounts } from './compiler-rows.ts';

export interface ListingOptions {
  readonly rows: readonly Row[];
  readonly form: 'ptx' | 'sass';
  /** Accessible name of the listing. */
  readonly name: string;
  /** Lines of the cell as they were compiled. */
  readonly source: readonly string[];
  readonly labels: CompilerLabels;
  /** Told the line of the cell that is lit, null for none. */
  readonly lit: (line: number | null) => void;
}

/** Assembly beside the lines that it comes from: what is chosen or pointed at on one side is lit on the other. */
export class CompilerListing {
  readonly #root: HTMLElement;
  readonly #options: ListingOptions;
  readonly #sides: Readonly<Record<'source' | 'code', HTMLElement>>;

  constructor(root: HTMLElement, options: ListingOptions) {
    this.#root = root;
    this.#options = options;
    root.innerHTML = listingHtml(options);
    const side = (name: string): HTMLElement => root.querySelector<HTMLElement>(`.compiler-${name}`) ?? root;
    this.#sides = { source: side('source'), code: side('code') };
    for (const box of Object.values(this.#sides)) this.#connect(box);
    root.querySelector('input')?.addEventListener('input', ({ target }) => { this.#filter((target as HTMLInputElement).value); });
  }

  /** Lights a line of the cell and what came of it; the listing that is not `from` goes to its first one. */
  light(line: number | null, from: 'source' | 'code' | null): void {
    for (const [name, box] of Object.entries(this.#sides)) {
      const all = [...box.querySelectorAll<HTMLElement>('[role=option]')];
      const own = line === null ? [] : all.filter(({ dataset }) => dataset['line'] === String(line));
      for (const lit of box.querySelectorAll('.compiler-lit')) lit.classList.remove('compiler-lit');
      for (const option of own) option.classList.add('compiler-lit');
      const first = own.find(({ hidden }) => !hidden);
      if (name !== from && first) bring(first, box);
    }
    this.#options.lit(line);
  }

  #connect(box: HTMLElement): void {
    const side = box === this.#sides.source ? 'source' : 'code';
    const lineOf = (element: Element | null): number | null => (
      Number(element?.closest<HTMLElement>('[role=option]')?.dataset['line'] ?? 0) || null
    );
    box.addEventListener('pointerover', ({ target, pointerType }) => {
      if (pointerType === 'mouse') this.light(lineOf(target as Element), side);
    });
    this.#root.addEventListener('pointerleave', () => { this.light(lineOf(this.#active(box)), side); });
    box.addEventListener('click', ({ target }) => { this.#choose(box, (target as Element).closest('[role=option]'), side); });
    box.addEventListener('focus', () => { if (!this.#active(box)) this.#choose(box, box.querySelector('[role=option]:not([hidden])'), side); });
    box.addEventListener('keydown', (event) => {
      const shown = [...box.querySelectorAll('[role=option]:not([hidden])')];
      const at = shown.indexOf(this.#active(box) ?? box);
      const last = shown.length - 1;
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last, PageDown: at + 10, PageUp: at - 10 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.#choose(box, shown[Math.max(0, Math.min(to, last))] ?? null, side);
    });
  }

  #active(box: HTMLElement): Element | null {
    return box.querySelector('[aria-selected=true]');
  }

  #choose(box: HTMLElement, option: Element | null, side: 'source' | 'code'): void {
    if (!(option instanceof HTMLElement)) return;
    this.#active(box)?.setAttribute('aria-selected', 'false');
    option.setAttribute('aria-selected', 'true');
    box.setAttribute('aria-activedescendant', option.id);
    bring(option, box);
    this.light(Number(option.dataset['line']) || null, side);
  }

  #filter(text: string): void {
    const wanted = text.trim().toLowerCase();
    const options = [...this.#sides.code.querySelectorAll<HTMLElement>('[role=option]')];
    for (const option of options) option.hidden = !option.textContent.toLowerCase().includes(wanted);
    const count = this.#root.querySelector('.compiler-count');
    if (count) count.textContent = this.#options.labels.shown(options.filter(({ hidden }) => !hidden).length, options.length);
  }
}

/** Scrolls the box alone, and not the page. */
function bring(option: HTMLElement, box: HTMLElement): void {
  const top = option.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top + option.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 3;
}

let lists = 0;

function listingHtml({ rows, form, name, source, labels }: ListingOptions): string {
  const list = (lists += 1);
  const option = (id: string, line: number, className: string, content: string): string => (
    `<div role="option" aria-selected="false" id="compiler-${list}-${id}" data-line="${line}"${className === '' ? '' : ` class="${className}"`}>` +
    `<span class="compiler-number">${line || ''}</span>${content}</div>`
  );
  const sources = sourceCounts(rows).map(([line, count]) => (
    option(`s${line}`, line, '', `<code>${escapeHtml((source[line - 1] ?? '').trim())}</code><span class="compiler-number">${count}</span>`)
  ));
  const signs = { both: '', left: '−', right: '+' } as const;
  const isDiff = rows.some(({ side }) => side !== 'both');
  const code = rows.map(({ text, source: line, side }, index) => (
    option(`c${index}`, line, side === 'both' ? '' : `compiler-${side}`, `${isDiff ? `<span class="compiler-sign">${signs[side]}</span>` : ''}<code>${assemblyHtml(text, form)}</code>`)
  ));
  return (
    `<p class="compiler-tools"><label>${escapeHtml(labels.filter)} <input type="search" spellcheck="false" autocomplete="off"></label>` +
    `<span class="compiler-count" role="status">${escapeHtml(labels.shown(rows.length, rows.length))}</span></p>` +
    `<div class="compiler-panes">${sources.length === 0 ? '' : (
      `<div class="compiler-source" role="listbox" tabindex="0" aria-label="${escapeHtml(labels.sourceLines)}">${sources.join('')}</div>`
    )}<div class="compiler-code" role="listbox" tabindex="0" aria-label="${escapeHtml(name)}">${code.join('')}</div></div>` +
    `<p class="compiler-hint">${escapeHtml(labels.keys)}</p>`
  );
}
