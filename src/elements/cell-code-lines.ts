import type { MarkedLine } from '../output/marked-code.ts';

/** A character that has no shape, or changes the order of others: code with it can look like other code. */
export const HIDDEN_CHARACTER = /\p{Cf}|[\u115f\u1160\u3164\uffa0]/u;

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

  /** Shows marks below lines, in place of those shown before; the recorded ones come back where `marks` is null. */
  mark(marks: readonly MarkedLine[] | null): void {
    const lines = [...this.#place.children];
    for (const line of lines) {
      for (const mark of line.querySelectorAll(':scope > .cell-mark-live')) mark.remove();
      line.classList.toggle('cell-marks-over', marks !== null);
    }
    for (const { line, html } of marks ?? []) {
      const template = document.createElement('template');
      template.innerHTML = html;
      template.content.firstElementChild?.classList.add('cell-mark-live');
      lines[line - 1]?.append(template.content);
    }
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
  const pieces = text.split(new RegExp(`(${HIDDEN_CHARACTER.source})`, 'u'));
  code.append(...pieces.map((piece, index) => (index % 2 === 0 ? piece : hiddenMark(piece))));
  // An empty element would have no height.
  if (text === '') code.append('\n');
  line.append(code);
  return line;
}

/** In place of a hidden character, as the editor shows it. */
function hiddenMark(character: string): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'cell-hidden';
  mark.textContent = '•';
  mark.title = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return mark;
}
