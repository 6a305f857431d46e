/** Pieces shorter than this (UTF-16 units) are put together. */
const PIECE = 65_536;
/** Of a text that is longer than both, the start and the end are kept. */
const MAX_START = 16 * 1024 * 1024;
const MAX_END = 48 * 1024 * 1024;

/** A text that grows, in pieces: nothing that is there is copied again. Beyond 64 Mi units it loses its middle. */
export class KeptText {
  readonly #start: string[] = [];
  readonly #end: string[] = [];
  #startLength = 0;
  #endLength = 0;
  #small: string[] = [];
  #smallLength = 0;
  /** UTF-16 units that were let go. */
  dropped = 0;

  write(text: string): void {
    this.#small.push(text);
    this.#smallLength += text.length;
    if (this.#smallLength >= PIECE) this.#settle();
  }

  /** Units of the whole text, with what was let go. */
  get length(): number {
    return this.#startLength + this.dropped + this.#endLength + this.#smallLength;
  }

  /** The text in pieces; `dropped` units are missing between the two parts, of which the second is empty if all is kept. */
  parts(): readonly [start: readonly string[], end: readonly string[]] {
    this.#settle();
    return this.dropped === 0 ? [[...this.#start, ...this.#end], []] : [this.#start, this.#end];
  }

  /** The last `units` of the text, which are all of a shorter text; of one that has lost its middle, nothing marks the place. */
  end(units: number): string {
    const pieces: string[] = [];
    let length = 0;
    for (const piece of this.parts().flat().toReversed()) {
      if (length >= units) break;
      pieces.unshift(piece);
      length += piece.length;
    }
    return pieces.join('').slice(Math.max(0, length - units));
  }

  #settle(): void {
    if (this.#smallLength === 0) return;
    const piece = this.#small.join('');
    this.#small = [];
    this.#smallLength = 0;
    if (this.#endLength === 0 && this.#startLength < MAX_START) {
      this.#start.push(piece);
      this.#startLength += piece.length;
      return;
    }
    this.#end.push(piece);
    this.#endLength += piece.length;
    // More than the end may have goes before a piece is written, so that one long piece is kept whole.
    while (this.#endLength > MAX_END && this.#end.length > 1) {
      const lost = this.#end.shift()?.length ?? 0;
      this.#endLength -= lost;
      this.dropped += lost;
    }
  }
}
