/** Looks at a silent connection before it is replaced. */
const PATIENCE = 2;
const GROWTH = 4;

/**
 * What it means that nothing comes any more. The connection may be half open, or the kernel holds Python's lock and cannot
 * answer: a fresh connection tells, and loses nothing in the second case, for such a kernel sends nothing either. A kernel
 * that goes on being silent is tried less and less often.
 */
export class LinkSilence {
  /** Since the last frame. */
  #looks = 0;
  #patience = PATIENCE;
  /** `deaf`: the kernel did not answer on a fresh connection either. */
  #doubt: 'none' | 'replaced' | 'deaf' = 'none';
  #oftenDeaf = false;

  /** The connection is being replaced for silence alone. */
  get isDoubted(): boolean {
    return this.#doubt !== 'none';
  }

  /** A frame has come. True where the one before was half open, so that frames are missing. */
  broken(): boolean {
    const wasHalfOpen = this.#doubt === 'replaced';
    this.#looks = 0;
    this.#doubt = 'none';
    this.#patience = this.#oftenDeaf ? PATIENCE * GROWTH : PATIENCE;
    return wasHalfOpen;
  }

  /** A heartbeat has gone by in silence: what to do. */
  look(): 'ask' | 'replace' | 'nothing' {
    this.#looks += 1;
    if (this.#doubt === 'replaced') {
      this.#doubt = 'deaf';
      this.#oftenDeaf = true;
    }
    if (this.#looks === 1) return 'ask';
    if (this.#looks < this.#patience) return 'nothing';
    this.#patience *= GROWTH;
    return 'replace';
  }

  replaced(): void {
    this.#doubt = 'replaced';
  }
}
