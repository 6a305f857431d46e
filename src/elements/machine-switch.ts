const KEY = 'warpnotes:machine';

/**
 * `machine-switch`: shows, in the whole page, the recorded outputs of one kind of machine (`components/MachineSwitch.astro`), and
 * remembers which. What that machine has not recorded stays that of the reference.
 */
export class MachineSwitch extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      keep(target.value);
      // What grows or shrinks above must not move the switch from under the pointer.
      const before = this.getBoundingClientRect().top;
      showMachine(target.value);
      window.scrollBy({ top: this.getBoundingClientRect().top - before, behavior: 'instant' });
    });
  }
}

/** In each `[data-machines]`, one of the elements that name their machine is shown: that of the key, or the first. */
function showMachine(key: string): void {
  for (const place of document.querySelectorAll('[data-machines]')) {
    const all = [...place.querySelectorAll<HTMLElement>(':scope > [data-machine]')];
    const shown = all.find(({ dataset }) => dataset['machine'] === key) ?? all[0];
    for (const each of all) each.hidden = each !== shown;
  }
  for (const input of document.querySelectorAll<HTMLInputElement>('machine-switch input')) input.checked = input.value === key;
  document.dispatchEvent(new Event('warpnotes:machine'));
}

function keep(key: string): void {
  try {
    localStorage.setItem(KEY, key);
  } catch (error) {
    console.warn('The browser does not store which machine was chosen.', error);
  }
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch (error) {
    console.warn('The browser does not give what it stored.', error);
    return null;
  }
}

const chosen = kept();
if (chosen !== null && document.querySelector(`machine-switch input[value="${CSS.escape(chosen)}"]`)) showMachine(chosen);
if (!customElements.get('machine-switch')) customElements.define('machine-switch', MachineSwitch);
