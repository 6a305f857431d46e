import { hasAllWords } from './list-filter-words.ts';

/** `<list-filter>` around a search field: hides the `[data-entry]` elements of the page that lack one of its words. */
class ListFilter extends HTMLElement {
  connectedCallback(): void {
    this.hidden = false;
    const input = this.querySelector('input');
    input?.addEventListener('input', () => { this.#show(input.value.trim()); });
    // A field that the browser filled again after a step back.
    if (input !== null && input.value !== '') this.#show(input.value.trim());
  }

  #show(query: string): void {
    const entries = [...document.querySelectorAll<HTMLElement>('[data-entry]')];
    for (const entry of entries) entry.hidden = !hasAllWords(entry.textContent, query);
    const shown = entries.filter((entry) => !entry.hidden).length;
    const status = this.querySelector('[role=status]');
    if (status === null) return;
    if (query === '') status.textContent = '';
    else status.textContent = shown === 0 ? (this.dataset['none'] ?? '') : `${shown} / ${entries.length}`;
  }
}

customElements.define('list-filter', ListFilter);
