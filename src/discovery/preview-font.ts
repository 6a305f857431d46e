import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Blob, Buffer, Face, Font, shape, Variation } from 'harfbuzzjs';
import { decompress } from 'wawoff2';
import { z } from 'zod';

const PACKAGE = '@fontsource-variable/noto-sans-sc';
const MISSING = '\u25a1';

/** A line of text as outlines: SVG markup with the baseline's start at the origin, and its width, both in the pixels of `size`. */
export interface TextOutline {
  readonly svg: string;
  readonly width: number;
}

/** How text is set: the weight from 100 to 900, the size of an em in pixels. */
export interface TextLook {
  readonly weight: number;
  readonly size: number;
}

/**
 * Noto Sans SC, which has Latin and Han, as outlines: pictures look the same on every machine, whatever fonts it has. The package
 * comes in slices by characters, of which only those are read that a text needs.
 */
export class PreviewFont {
  readonly #sliceOf: ReadonlyMap<number, string>;
  readonly #fonts = new Map<string, Promise<Font>>();
  readonly #folder: string;

  private constructor(folder: string, sliceOf: ReadonlyMap<number, string>) {
    this.#folder = folder;
    this.#sliceOf = sliceOf;
  }

  static async open(): Promise<PreviewFont> {
    const folder = dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
    const ranges = z.record(z.string(), z.string()).parse(JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')));
    const sliceOf = new Map(Object.entries(ranges).flatMap(([name, range]) =>
      codePointsOf(range).map((codePoint): [number, string] => [codePoint, name.replace(/^\[(\d+)\]$/u, '$1')])));
    return new PreviewFont(folder, sliceOf);
  }

  async outline(text: string, look: TextLook): Promise<TextOutline> {
    const shapes: string[] = [];
    let width = 0;
    for (const { slice, piece } of this.#pieces(text)) {
      const font = await this.#font(slice, look.weight);
      const scale = look.size / font.face.upem;
      const buffer = new Buffer();
      buffer.addText(piece);
      buffer.guessSegmentProperties();
      shape(font, buffer);
      for (const { codepoint, xAdvance = 0, xOffset = 0 } of buffer.getGlyphInfosAndPositions()) {
        const path = font.glyphToPath(codepoint);
        if (path !== '') shapes.push(`<path transform="translate(${(width + xOffset * scale).toFixed(2)}) scale(${scale} ${-scale})" d="${path}"/>`);
        width += xAdvance * scale;
      }
    }
    return { svg: shapes.join(''), width };
  }

  /** A text cut where its characters are in different slices; a character that the font has not is a box. */
  #pieces(text: string): readonly { readonly slice: string; readonly piece: string }[] {
    const pieces: { slice: string; piece: string }[] = [];
    for (const character of text) {
      const known = this.#sliceOf.has(character.codePointAt(0) ?? 0) ? character : MISSING;
      const slice = this.#sliceOf.get(known.codePointAt(0) ?? 0) ?? 'latin';
      const last = pieces.at(-1);
      if (last?.slice === slice) last.piece += known;
      else pieces.push({ slice, piece: known });
    }
    return pieces;
  }

  #font(slice: string, weight: number): Promise<Font> {
    const key = `${slice} ${weight}`;
    const font = this.#fonts.get(key) ?? this.#load(slice, weight);
    this.#fonts.set(key, font);
    return font;
  }

  async #load(slice: string, weight: number): Promise<Font> {
    const woff2 = await readFile(join(this.#folder, 'files', `noto-sans-sc-${slice}-wght-normal.woff2`));
    const font = new Font(new Face(new Blob(await decompress(woff2))));
    font.setVariations([new Variation('wght', weight)]);
    return font;
  }
}

/** `U+0-FF,U+131` as numbers. */
function codePointsOf(range: string): readonly number[] {
  return range.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.trim().replace(/^U\+/iu, '').split('-').map((each) => Number.parseInt(each, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
