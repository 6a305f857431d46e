/** Frames stop in a hidden page; what arrives there is read this often, so that nothing piles up. */
const HIDDEN_MS = 250;

/** Calls a function in the next frame, once however often it is asked; in a page that is hidden, or becomes so, after a while. */
export class LiveTurn {
  readonly #run: () => void;
  #cancel: (() => void) | null = null;

  constructor(run: () => void) {
    this.#run = run;
  }

  ask(): void {
    if (this.#cancel) return;
    const run = (): void => {
      this.cancel();
      this.#run();
    };
    const again = (): void => {
      this.cancel();
      this.ask();
    };
    document.addEventListener('visibilitychange', again);
    const { hidden } = document;
    const id = hidden ? window.setTimeout(run, HIDDEN_MS) : requestAnimationFrame(run);
    this.#cancel = () => {
      (hidden ? clearTimeout : cancelAnimationFrame)(id);
      document.removeEventListener('visibilitychange', again);
    };
  }

  cancel(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
