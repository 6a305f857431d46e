/** How long after its first output a run may take to print as much as the one before. */
const SETTLE_MS = 500;

/** Keeps an element as high as it was while its content is replaced, so that what is below does not jump twice. */
export class LiveHeight {
  readonly #element: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param pixels kept until `release`; 0 keeps nothing */
  constructor(element: HTMLElement, pixels: number) {
    this.#element = element;
    element.style.minHeight = pixels > 0 ? `${pixels}px` : '';
  }

  /** There is content now: the height goes soon, pictures and the next lines come first. */
  settle(): void {
    this.#timer ??= setTimeout(() => { this.release(); }, SETTLE_MS);
  }

  release(): void {
    this.cancel();
    this.#element.style.minHeight = '';
  }

  /** Leaves the element to its next holder. */
  cancel(): void {
    clearTimeout(this.#timer);
  }
}
