import type { OutputLabels } from '../output/labels.ts';
import { streamClasses, textBlocks } from '../output/render-text.ts';

/** The text of a stream in an element: of a text that grows, only the blocks of lines that changed are replaced. */
export class LiveStream {
  readonly name: 'stdout' | 'stderr';
  readonly #place: Element;
  readonly #labels: OutputLabels;
  readonly #note = document.createElement('div');
  readonly #painted = new Map<number, { readonly html: string; readonly element: Element }>();

  constructor(place: Element, name: 'stdout' | 'stderr', labels: OutputLabels) {
    this.#place = place;
    this.name = name;
    this.#labels = labels;
    place.replaceChildren(this.#note);
  }

  paint(text: string): void {
    const { note, blocks, firstBlock } = textBlocks(text, streamClasses(this.name), this.#labels);
    if (this.#note.innerHTML !== note) this.#note.innerHTML = note;
    for (const [number, { element }] of this.#painted) {
      if (number >= firstBlock && number < firstBlock + blocks.length) continue;
      element.remove();
      this.#painted.delete(number);
    }
    for (const [index, html] of blocks.entries()) this.#paintBlock(firstBlock + index, html);
  }

  #paintBlock(number: number, html: string): void {
    const before = this.#painted.get(number);
    if (before?.html === html) return;
    const template = document.createElement('template');
    template.innerHTML = html;
    const element = template.content.firstElementChild;
    if (!element) throw new Error('a block of text is one element');
    if (before) before.element.replaceWith(element);
    else this.#place.append(element);
    this.#painted.set(number, { html, element });
  }
}
