import { watchScrollingBoxes } from './scrolling-boxes.ts';

/** A picture that does not decode in this time is shown as it is. */
const DECODE_MS = 1000;

/** HTML in an element that changes without a flash: what is there stays until the pictures of the new are decoded. */
export class LiveBundle {
  readonly #place: Element;
  #wanted = 0;
  #shown = 0;

  constructor(place: Element) {
    this.#place = place;
  }

  paint(html: string): void {
    const version = ++this.#wanted;
    const template = document.createElement('template');
    template.innerHTML = html;
    const swap = (): void => {
      if (version <= this.#shown) return;
      this.#shown = version;
      if (template.content.querySelector('output-frame')) void import('./output-frame.ts');
      this.#place.replaceChildren(template.content);
      watchScrollingBoxes(this.#place.querySelectorAll('.output-html, .output-math'));
    };
    const pictures = this.#place.childElementCount === 0 ? [] : [...template.content.querySelectorAll('img')];
    if (pictures.length === 0) {
      swap();
      return;
    }
    const late = new Promise((resolve) => setTimeout(resolve, DECODE_MS));
    void Promise.race([late, Promise.allSettled(pictures.map((picture) => picture.decode()))]).then(swap);
  }
}
