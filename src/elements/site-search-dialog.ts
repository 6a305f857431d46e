import { loadStyle } from './load-style.ts';
import { element } from './site-search-elements.ts';
import { searchLabels } from './site-search-labels.ts';
import { optionOf } from './site-search-list.ts';
import style from './site-search-panel.css?url';
import { SearchPanel } from './site-search-panel.ts';
import { readRequest, writeRequest } from './site-search-request.ts';
import { keyHints } from './site-search-view.ts';

await loadStyle(style);

/** The modal search of a page, made closed. */
export class SearchDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #panel: SearchPanel;

  /** @param data the attributes `locale`, `base` and `sections` of `<site-search>` */
  constructor(parent: HTMLElement, data: Readonly<DOMStringMap>) {
    const locale = data['locale'] ?? 'en';
    const labels = searchLabels(locale);
    const close = element('button', 'search-close', { type: 'button' });
    close.append(element('kbd', '', {}, ['Esc']), ' ', element('span', '', {}, [labels.close]));
    this.#panel = new SearchPanel({
      locale, pages: 10, request: readRequest(), end: { bar: [close], panel: [keyHints(labels, data['modifier'] ?? 'Ctrl')] }, onRequest: writeRequest,
      base: (data['base'] ?? '/').replace(/\/$/, ''), sections: Number(data['sections'] ?? 0),
    });
    const dialog = element('dialog', 'search-dialog', { 'aria-label': labels.dialog }, [this.#panel.view.panel]);
    this.#dialog = dialog;
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', (event) => {
      const isPlainFollow = optionOf(event) !== undefined && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (event.target === dialog || isPlainFollow) dialog.close();
    });
    parent.append(dialog);
  }

  /** Loads what is needed, before a reader has decided to search. */
  prepare(): void {
    void this.#panel.load();
  }

  /** Opens with the last query selected, or with what was typed while this was loading. */
  open(typed = ''): void {
    if (this.#dialog.open) return;
    const { input } = this.#panel.view;
    this.#dialog.showModal();
    input.focus();
    input.select();
    if (typed === '') this.#panel.render();
    else this.#panel.choose({ query: typed });
    void this.#panel.load();
  }
}
