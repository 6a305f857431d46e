import { isApple, isSlash, isToggleKey } from './site-search-keys.ts';
import type { SearchDialog } from './site-search-dialog.ts';

/** What is said where the script of the dialog does not come. */
const MISSING = {
  en: ['Search could not be loaded. Check the connection.', 'Try again'],
  'zh-cn': ['搜索未能加载，请检查网络连接。', '重试'],
} as const;

/** Where a link of a result says which words led to it. */
const FOUND = 'find';

/**
 * `<site-search data-locale="en" data-base="/docs/" data-sections="188">` around a button `[data-open-search]`: opens a modal
 * search over the notes of its locale, and marks on a page what a search that led there was for. All of either is loaded when
 * it is wanted.
 */
export class SiteSearch extends HTMLElement {
  #dialog: Promise<SearchDialog> | undefined;
  #ending = new AbortController();

  connectedCallback(): void {
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    const button = this.querySelector<HTMLButtonElement>('[data-open-search]');
    if (button !== null) {
      button.disabled = false;
      button.setAttribute('aria-keyshortcuts', isApple() ? 'Meta+K /' : 'Control+K /');
      const modifier = button.querySelector('kbd kbd');
      this.dataset['modifier'] = isApple() ? '⌘' : 'Ctrl';
      if (modifier !== null) modifier.textContent = this.dataset['modifier'];
      button.addEventListener('click', () => this.open(), { signal });
      for (const type of ['focus', 'pointerenter']) {
        button.addEventListener(type, () => void this.#load().then((dialog) => dialog.prepare(), () => undefined), { signal });
      }
    }
    window.addEventListener('keydown', (event) => this.#onPageKey(event), { signal });
    this.#markFoundWords();
  }

  disconnectedCallback(): void {
    this.#ending.abort();
  }

  /** Opens the dialog with the last query selected; on the search page, goes to the field that is there. */
  open(): void {
    const field = document.querySelector<HTMLInputElement>('search-page .search-input');
    if (field !== null) return field.select();
    let typed = '';
    // Who knows the key types on at once: what comes before the dialog is not lost.
    const keep = (event: KeyboardEvent): void => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      typed += event.key;
      event.preventDefault();
    };
    window.addEventListener('keydown', keep, true);
    void this.#load()
      .then((dialog) => dialog.open(typed), () => this.#tellMissing())
      .finally(() => window.removeEventListener('keydown', keep, true));
  }

  #tellMissing(): void {
    const [text, again] = MISSING[this.dataset['locale'] === 'zh-cn' ? 'zh-cn' : 'en'];
    const dialog = document.createElement('dialog');
    dialog.className = 'search-dialog';
    dialog.innerHTML = '<div class="search-panel" data-state="failed"><div class="search-report"><p class="search-status" role="status"></p><button class="search-retry"></button></div></div>';
    dialog.querySelector('p')?.append(text);
    const retry = dialog.querySelector('button');
    retry?.append(again);
    const reopen = (): void => {
      dialog.close();
      this.open();
    };
    retry?.addEventListener('click', reopen);
    window.addEventListener('online', reopen);
    dialog.addEventListener('close', () => {
      window.removeEventListener('online', reopen);
      dialog.remove();
    });
    this.append(dialog);
    dialog.showModal();
  }

  async #load(): Promise<SearchDialog> {
    this.#dialog ??= import('./site-search-dialog.ts').then(({ SearchDialog }) => new SearchDialog(this, this.dataset));
    // A script that did not come once may come the next time.
    this.#dialog.catch(() => { this.#dialog = undefined; });
    return this.#dialog;
  }

  #onPageKey(event: KeyboardEvent): void {
    const toggles = isToggleKey(event);
    const opened = this.querySelector<HTMLDialogElement>('dialog[open]');
    if (toggles && opened !== null) opened.close();
    else if (toggles || isSlash(event)) this.open();
    else return;
    event.preventDefault();
  }

  #markFoundWords(): void {
    const address = new URL(location.href);
    const words = address.searchParams.get(FOUND);
    if (words === null) return;
    address.searchParams.delete(FOUND);
    history.replaceState(history.state, '', address);
    void import('./found-words.ts').then(({ markWords }) => markWords(words));
  }
}

if (customElements.get('site-search') === undefined) customElements.define('site-search', SiteSearch);
