import { localeOf } from '../i18n/locale.ts';
import type { KernelBar } from './kernel-bar.ts';
import { EDIT_FRAGMENT, editKey, kernelKey } from './page-keys.ts';
import type { RunCell } from './run-cell.ts';
import { isRunKey } from './run-keys.ts';

/*
 * All that a page with cells loads before its reader turns to one: the script of cells and kernel bar comes when a pointer or the
 * focus reaches them, and at once where an earlier visit, another tab or the address has left something to show.
 */

const FAILED = {
  en: 'The script of the cells could not be loaded. Check the connection and press again.',
  'zh-cn': '单元的脚本未能加载。请检查网络连接，然后再按一次。',
} as const;

/** Ends all listening here, once the elements listen themselves. */
const loaded = new AbortController();
let loading: Promise<void> | null = null;

function load(): Promise<void> {
  loading ??= import('./kernel-bar.ts').then(() => { loaded.abort(); }, (error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** A press that fails to load says so; loading ahead does not. */
function loadAhead(): void {
  load().catch((error: unknown) => console.info('The script of the cells could not be loaded ahead.', error));
}

function partOf<Part extends HTMLElement>({ target }: Event, selector: string): Part | null {
  return target instanceof Element ? target.closest<Part>(selector) : null;
}

/** Does what was pressed before the script came when it has come. */
async function whenLoaded(event: Event, part: HTMLElement, act: () => void): Promise<void> {
  event.preventDefault();
  event.stopPropagation();
  try {
    await load();
  } catch (error) {
    console.error('The script of the cells could not be loaded.', error);
    part.querySelector('.cell-status, .kernel-state')?.replaceChildren(FAILED[localeOf(document.documentElement.lang)]);
    return;
  }
  act();
}

function onClick(event: MouseEvent): void {
  const button = partOf<HTMLButtonElement>(event, '.cell-bar button, .cell-copy, kernel-bar button');
  const part = partOf<RunCell | KernelBar>(event, 'run-cell, kernel-bar');
  if (button && part && event.isTrusted) void whenLoaded(event, part, () => { part.press(button); });
}

function onKey(event: KeyboardEvent): void {
  const cell = partOf<RunCell>(event, 'run-cell');
  if (cell && isRunKey(event)) void whenLoaded(event, cell, () => { cell.pressKey(event); });
}

function hasLeftovers(): boolean {
  if (location.hash.startsWith(EDIT_FRAGMENT)) return true;
  try {
    const edits = Array.from(document.querySelectorAll<HTMLElement>('run-cell'), ({ dataset: { note = '', cell = '' } }) => editKey(note, cell));
    return sessionStorage.getItem(kernelKey()) !== null || edits.some((key) => localStorage.getItem(key) !== null);
  } catch {
    return false; // a browser that forbids storage has kept nothing
  }
}

function lookForLeftovers(): void {
  if (hasLeftovers()) loadAhead();
}

const { signal } = loaded;
for (const button of document.querySelectorAll<HTMLButtonElement>('.cell-run, .cell-edit, .cell-check, .cell-copy')) button.disabled = false;
// Without scripts there is nothing to press (cell.css, kernel.css).
document.documentElement.toggleAttribute('data-cells', true);
for (const type of ['pointerover', 'pointerdown', 'focusin']) {
  document.addEventListener(type, (event) => { if (partOf(event, 'run-cell, kernel-bar')) loadAhead(); }, { passive: true, signal });
}
document.addEventListener('click', onClick, { capture: true, signal });
document.addEventListener('keydown', onKey, { capture: true, signal });
for (const type of ['hashchange', 'storage', 'pageshow']) window.addEventListener(type, lookForLeftovers, { signal });
lookForLeftovers();
