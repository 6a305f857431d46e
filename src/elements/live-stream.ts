import { formatCount } from '../i18n/format-count.ts';
import { formatSize, type OutputLabels } from '../output/labels.ts';
import type { StreamText } from '../output/live-fold.ts';
import type { TextBlock } from '../output/text-blocks.ts';
import { saveText } from './save-text.ts';

/** A stream's text in an element: of a text that grows, only the blocks of lines that changed are replaced. */
export class LiveStream {
  readonly #labels: OutputLabels;
  readonly #note = document.createElement('div');
  readonly #rest = document.createElement('div');
  readonly #save = document.createElement('button');
  readonly #painted = new Map<number, { readonly html: string; readonly element: Element }>();
  #text: StreamText;

  /** `fileName` is for the whole text, where not all of it is shown. */
  constructor(place: Element, text: StreamText, labels: OutputLabels, fileName: string) {
    this.#text = text;
    this.#labels = labels;
    this.#rest.className = 'output-rest';
    this.#save.type = 'button';
    this.#save.addEventListener('click', () => { saveText(fileName, this.#parts()); });
    place.replaceChildren(this.#note, this.#rest);
  }

  /** Shows the text as it is now; another text than before is laid out anew, in the same frame. */
  paint(text: StreamText): void {
    if (text !== this.#text) {
      for (const { element } of this.#painted.values()) element.remove();
      this.#painted.clear();
      this.#text = text;
    }
    const blocks = text.blocks.blocks();
    const present = new Set(blocks.map(({ number }) => number));
    for (const [number, { element }] of this.#painted) {
      if (present.has(number)) continue;
      element.remove();
      this.#painted.delete(number);
    }
    for (const block of blocks) this.#paintBlock(block);
    this.#paintRest();
  }

  #paintBlock({ number, html }: TextBlock): void {
    const before = this.#painted.get(number);
    if (before?.html === html) return;
    const template = document.createElement('template');
    template.innerHTML = html;
    const element = template.content.firstElementChild;
    if (!element) throw new Error('a block of text is one element');
    if (before) before.element.replaceWith(element);
    else (number === 0 ? this.#note : this.#rest).before(element);
    this.#painted.set(number, { html, element });
  }

  #paintRest(): void {
    const { note, isCut } = this.#text.blocks;
    if (this.#note.innerHTML !== note) this.#note.innerHTML = note;
    if (!isCut) {
      this.#save.remove();
      return;
    }
    this.#save.textContent = this.#labels.saveText(formatSize(this.#text.kept.length));
    if (!this.#save.isConnected) this.#rest.append(this.#save);
  }

  #parts(): readonly string[] {
    const { kept } = this.#text;
    const [start, end] = kept.parts();
    return kept.dropped === 0 ? start : [...start, `\n${this.#labels.droppedCharacters(formatCount(kept.dropped))}\n`, ...end];
  }
}
