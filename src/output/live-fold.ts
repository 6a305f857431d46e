import { type KeptOutput, withDisplayId, withoutDisplayId } from './kept-outputs.ts';
import { KeptText } from './kept-text.ts';
import type { OutputLabels } from './labels.ts';
import { isGap, isSameGap } from './output-gap.ts';
import type { IOutput, IStream } from './output.ts';
import type { DisplayUpdate, OutputEdit } from './reduce-outputs.ts';
import { streamClasses } from './render-text.ts';
import { TextBlocks } from './text-blocks.ts';

/** Of more outputs than this, streams aside, a run keeps the first ones and the last ones. */
export const MAX_OUTPUTS = 1000;
export const FIRST_OUTPUTS = 100;

/** A stream as it grows: what is shown of it, and all of it. */
export class StreamText {
  readonly kind = 'stream';
  readonly name: IStream['name'];
  readonly blocks: TextBlocks;
  readonly kept = new KeptText();

  constructor(name: IStream['name'], labels: OutputLabels) {
    this.name = name;
    this.blocks = new TextBlocks(streamClasses(name), labels);
  }

  write(text: string): void {
    this.blocks.write(text);
    this.kept.write(text);
  }
}

export type LiveItem =
  | StreamText
  | { readonly kind: 'output'; readonly output: Exclude<IOutput, IStream>; readonly displayId: string | undefined }
  | { readonly kind: 'omitted'; readonly count: number };

/** Folds the edits of a run that goes on, like reduceMessages, in bounded memory and without copying what is there. */
export class LiveFold {
  readonly #labels: OutputLabels;
  #items: LiveItem[] = [];
  #pendingClear = false;

  constructor(labels: OutputLabels) {
    this.#labels = labels;
  }

  /** An item that changes is replaced by another; streams alone grow in place. */
  get items(): readonly LiveItem[] {
    return this.#items;
  }

  /** As reduceMessages would give them, but for what was left out to stay in bounds. */
  get outputs(): readonly IOutput[] {
    return this.kept(Number.POSITIVE_INFINITY).map((kept) => withoutDisplayId(kept).output);
  }

  /** The outputs with their display ids, of each stream the last `units` of its text. */
  kept(units: number): readonly KeptOutput[] {
    return this.#items.flatMap((item): readonly KeptOutput[] => {
      if (item.kind === 'output') return [withDisplayId(item.output, item.displayId)];
      return item.kind === 'stream' ? [{ output_type: 'stream', name: item.name, text: item.kept.end(units) }] : [];
    });
  }

  apply(edit: OutputEdit): void {
    if (edit.kind === 'append') this.#append(edit.output, edit.displayId);
    else if (edit.kind === 'update') this.update(edit.update);
    else if (edit.wait) this.#pendingClear = true;
    else this.#clear();
  }

  /** Gives every output with the update's display id the new data; false where none has it. */
  update({ displayId, data, metadata }: DisplayUpdate): boolean {
    let found = false;
    for (const [index, item] of this.#items.entries()) {
      if (item.kind !== 'output' || item.displayId !== displayId || item.output.output_type === 'error') continue;
      this.#items[index] = { ...item, output: { ...item.output, data, metadata } };
      found = true;
    }
    return found;
  }

  #clear(): void {
    this.#items = this.#items.filter((item) => item.kind === 'output' && isGap(item.output));
    this.#pendingClear = false;
  }

  #append(output: IOutput, displayId: string | undefined): void {
    if (this.#pendingClear && !isGap(output)) this.#clear();
    const last = this.#items.at(-1);
    if (output.output_type === 'stream') {
      const stream = last?.kind === 'stream' && last.name === output.name ? last : new StreamText(output.name, this.#labels);
      stream.write(output.text);
      if (stream !== last) this.#push(stream);
    } else if (!(last?.kind === 'output' && isSameGap(output, last.output))) {
      this.#push({ kind: 'output', output, displayId });
    }
  }

  #push(item: LiveItem): void {
    this.#items.push(item);
    if (this.#items.length <= MAX_OUTPUTS) return;
    const omitted = this.#items[FIRST_OUTPUTS];
    if (omitted?.kind === 'omitted') {
      this.#items.splice(FIRST_OUTPUTS, 2, { kind: 'omitted', count: omitted.count + 1 });
    } else this.#items.splice(FIRST_OUTPUTS, 1, { kind: 'omitted', count: 1 });
  }
}
