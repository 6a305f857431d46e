import { addRecentSearch } from './site-search-recent.ts';
import type { SearchView } from './site-search-view.ts';

/** The options of the listbox: which one is active, and how it is followed. */
export class ResultList {
  readonly #view: SearchView;
  readonly #query: () => string;
  #active = -1;

  /** @param query what the options were found for */
  constructor(view: SearchView, query: () => string) {
    this.#view = view;
    this.#query = query;
    view.input.addEventListener('keydown', (event) => this.#onKey(event));
    view.results.addEventListener('pointermove', (event) => {
      const option = optionOf(event);
      if (option !== undefined) this.#activate(this.#options().indexOf(option), 'stay');
    });
    view.results.addEventListener('click', (event) => {
      const option = optionOf(event);
      if (option !== undefined) this.#followed(option, event);
    });
    view.all.addEventListener('click', () => addRecentSearch(this.#query()));
  }

  /** After the options have changed: the first becomes active, or the one that was stays so. */
  refresh(active: 'first' | 'keep'): void {
    const { input, results } = this.#view;
    const options = this.#options();
    results.hidden = options.length === 0;
    input.setAttribute('aria-expanded', String(options.length > 0));
    if (active === 'keep' && this.#active >= 0) return;
    this.#active = -1;
    input.removeAttribute('aria-activedescendant');
    this.#activate(0, 'stay');
  }

  #onKey(event: KeyboardEvent): void {
    // Safari reports the Enter that ends a composition after it, with the key code of a composition.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else tells that Enter from others
    if (event.isComposing || event.keyCode === 229) return;
    const options = this.#options();
    const last = options.length - 1;
    if (event.key === 'ArrowDown') this.#activate(this.#active >= last ? 0 : this.#active + 1, 'scroll');
    else if (event.key === 'ArrowUp') this.#activate(this.#active <= 0 ? last : this.#active - 1, 'scroll');
    else if (event.key === 'Enter') this.#follow(options[this.#active], event);
    else return;
    event.preventDefault();
  }

  #follow(option: HTMLAnchorElement | undefined, { ctrlKey, metaKey }: KeyboardEvent): void {
    if (option === undefined) return;
    if (ctrlKey || metaKey) {
      addRecentSearch(this.#query());
      window.open(option.href, '_blank', 'noopener');
    } else option.click();
  }

  /** A section of this very page is gone to without loading the page anew, which would end what runs on it. */
  #followed(option: HTMLAnchorElement, event: MouseEvent): void {
    addRecentSearch(this.#query());
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const target = new URL(option.href);
    if (!isPlain || target.pathname !== location.pathname) return;
    event.preventDefault();
    const words = target.searchParams.get('find') ?? '';
    location.hash = target.hash;
    if (target.hash === '') window.scrollTo({ top: 0 });
    void import('./found-words.ts').then(({ markWords }) => markWords(words));
  }

  #options(): readonly HTMLAnchorElement[] {
    return [...this.#view.results.querySelectorAll<HTMLAnchorElement>('a[role=option]')];
  }

  #activate(next: number, scroll: 'scroll' | 'stay'): void {
    const options = this.#options();
    const option = options[next];
    if (option === undefined || next === this.#active) return;
    options[this.#active]?.setAttribute('aria-selected', 'false');
    option.setAttribute('aria-selected', 'true');
    this.#active = next;
    this.#view.input.setAttribute('aria-activedescendant', option.id);
    const shown = next === 0 ? (option.parentElement ?? option) : option;
    if (scroll === 'scroll') shown.scrollIntoView({ block: 'nearest' });
  }
}

/** The result under a pointer. */
export function optionOf({ target }: Event): HTMLAnchorElement | undefined {
  return target instanceof Element ? (target.closest<HTMLAnchorElement>('a[role=option]') ?? undefined) : undefined;
}
