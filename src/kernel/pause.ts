/** A wait that can be cut short. */
export class Pause {
  #end: (() => void) | null = null;
  #mayHurry = false;

  /** Waits so long, or with null until `end`. */
  async wait(milliseconds: number | null, mayHurry: boolean): Promise<void> {
    if (milliseconds !== null && milliseconds <= 0) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const end = (): void => { resolve(undefined); };
    const timer = milliseconds === null ? undefined : setTimeout(end, milliseconds);
    this.#end = end;
    this.#mayHurry = mayHurry;
    await promise;
    clearTimeout(timer);
    this.#end = null;
  }

  /** Ends the present wait where that is one that may be hurried. */
  hurry(): void {
    if (this.#mayHurry) this.end();
  }

  end(): void {
    this.#end?.();
  }
}
