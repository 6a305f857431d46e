import { extname } from 'node:path';
import type { AnyCell } from '../notebook/any-notebook.ts';
import type { NewFile } from './new-files.ts';
import type { NoteName } from './note-name.ts';

/** Reads a file beside the notebook; null where there is none. */
export type ReadBeside = (path: string) => Promise<Uint8Array | null>;

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': '.png', 'image/jpeg': '.jpg', 'image/gif': '.gif', 'image/webp': '.webp', 'image/avif': '.avif', 'image/svg+xml': '.svg',
};

/** The images of an imported note: they are put into a folder of its name, beside it. */
export class NoteAssets {
  readonly #name: NoteName;
  readonly #readBeside: ReadBeside;
  readonly #files = new Map<string, Uint8Array>();

  constructor(name: NoteName, readBeside: ReadBeside) {
    this.#name = name;
    this.#readBeside = readBeside;
  }

  get files(): readonly NewFile[] {
    return [...this.#files].map(([file, content]) => ({ path: `notes/${this.#name.topic}/${this.#name.slug}/${file}`, content }));
  }

  /** The address of an image of a cell as the note has to write it, or a sentence about why the note cannot show it. */
  async imageUrl(url: string, { attachments }: AnyCell): Promise<{ readonly url: string } | { readonly problem: string }> {
    const attachment = /^attachment:(.*)$/u.exec(url)?.[1];
    if (attachment !== undefined) {
      const plain = decodeURIComponent(attachment);
      const found = attachments.get(attachment) ?? attachments.get(plain);
      if (!found) return { problem: `the notebook has no attachment ${JSON.stringify(attachment)}` };
      return this.#keep(plain, ENDINGS[found.mimeType], Buffer.from(found.base64, 'base64'));
    }
    const [, mimeType, base64] = /^data:([^;,]+);base64,([^]*)$/u.exec(url) ?? [];
    if (mimeType !== undefined && base64 !== undefined) return this.#keep('image', ENDINGS[mimeType], Buffer.from(base64, 'base64'));
    if (/^(?:[a-z][a-z0-9+.-]*:|\/)/iu.test(url)) return { problem: `the image ${url} is on another server` };
    const content = await this.#readBeside(decodeURIComponent(url));
    if (!content) return { problem: `there is no image ${url} beside the notebook` };
    const ending = extname(url).toLowerCase().replace('.jpeg', '.jpg');
    return this.#keep(url.slice(url.lastIndexOf('/') + 1), Object.values(ENDINGS).includes(ending) ? ending : undefined, content);
  }

  #keep(wanted: string, ending: string | undefined, content: Uint8Array): { readonly url: string } | { readonly problem: string } {
    if (ending === undefined) return { problem: `${JSON.stringify(wanted)} is no image that pages show` };
    const stem = wanted.replace(/\.\w+$/u, '').toLowerCase().replace(/[^a-z0-9]+/gu, '-').replace(/^-+|-+$/gu, '') || 'image';
    let name = stem + ending;
    for (let count = 2; this.#files.has(name) && Buffer.compare(this.#files.get(name) ?? content, content) !== 0; count += 1) name = `${stem}-${count}${ending}`;
    this.#files.set(name, content);
    return { url: `./${this.#name.slug}/${name}` };
  }
}
