/**
 * What `@jupyterlab/services` uses of `@lumino/coreutils` and `@lumino/disposable`, and `@lumino/signaling` of the first and of
 * `@lumino/algorithm`, in a page (src/bundle/slim-kernel-client.ts): the originals cannot be shaken and are fifteen times this.
 */

export const JSONExt = { deepCopy: <T>(value: T): T => structuredClone(value) };

/** A promise with its ends outside. */
export class PromiseDelegate<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T | PromiseLike<T>) => void;
  readonly reject: (reason: unknown) => void;

  constructor() {
    ({ promise: this.promise, resolve: this.resolve, reject: this.reject } = Promise.withResolvers<T>());
  }
}

/** Version 4 (RFC 9562). Not `crypto.randomUUID`, which pages that came over plain http from another machine lack. */
export const UUID = {
  uuid4(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
  },
};

export function find<T>(items: Iterable<T>, matches: (item: T) => boolean): T | undefined {
  for (const item of items) if (matches(item)) return item;
  return undefined;
}

export const ArrayExt = {
  /** Removes in place; says how many it removed. */
  removeAllWhere<T>(items: T[], matches: (item: T) => boolean): number {
    const kept = items.filter((item) => !matches(item));
    const removed = items.length - kept.length;
    items.splice(0, items.length, ...kept);
    return removed;
  },
};

/** Calls a function once, when it is disposed of. */
export class DisposableDelegate {
  #dispose: (() => void) | null;

  constructor(dispose: () => void) {
    this.#dispose = dispose;
  }

  get isDisposed(): boolean {
    return this.#dispose === null;
  }

  dispose(): void {
    const dispose = this.#dispose;
    this.#dispose = null;
    dispose?.();
  }
}
