/** The code of a cell as Expressive Code put it into the page: one element a line, with the text in `.code`. */
export class CodeLines {
  readonly #place: HTMLElement;
  /** The lines of the note, while those of an edit are shown in their place. */
  #original: readonly Element[] | null = null;

  /** @param place the `code` element with the lines */
  constructor(place: HTMLElement) {
    this.#place = place;
  }

  /** The text that is in the page. */
  text(): string {
    return textOf([...this.#place.children]);
  }

  /** The page has the note's lines. */
  get areOriginal(): boolean {
    return this.#original === null;
  }

  original(): string {
    return textOf(this.#original ?? [...this.#place.children]);
  }

  /** Shows a text: lines that the note has keep their colours, the others are marked as changed. */
  show(text: string): void {
    const original = this.#original ?? [...this.#place.children];
    if (text === textOf(original)) {
      if (this.#original) this.#place.replaceChildren(...original);
      this.#original = null;
      return;
    }
    this.#original = original;
    const known = new Map(original.map((line) => [textOf([line]), line]));
    this.#place.replaceChildren(...text.split('\n').map((line) => known.get(line)?.cloneNode(true) ?? changedLine(line)));
  }
}

function textOf(lines: readonly Element[]): string {
  return lines.flatMap((line) => line.querySelector('.code') ?? []).map((code) => code.textContent.replace(/\n$/u, '')).join('\n');
}

function changedLine(text: string): HTMLElement {
  const line = document.createElement('div');
  line.className = 'ec-line cell-changed';
  const code = document.createElement('div');
  code.className = 'code';
  // An empty element would have no height.
  code.textContent = text === '' ? '\n' : text;
  line.append(code);
  return line;
}
