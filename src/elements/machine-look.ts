import type { KernelEnvironment } from '../kernel/kernel-answers.ts';
import type { KernelSession } from '../kernel/kernel-session.ts';

/** The machine is asked about once the reader does nothing for so long: what runs next does not wait for the answer. */
const LOOK_MS = 1000;

/** What is known of the kernel's machine, and how much of its GPU's memory is taken. */
export class MachineLook {
  environment: KernelEnvironment | null = null;
  readonly #changed: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Asks the session that has nothing to do then, if there is one. */
  soon(idleSession: () => KernelSession | null): void {
    this.cancel();
    this.#timer = setTimeout(() => {
      const session = idleSession();
      session?.environment().then(
        (environment) => {
          if (idleSession() !== session) return;
          this.environment = environment;
          this.#changed();
        },
        (error: unknown) => { console.info('The kernel did not say what machine it is on.', error); },
      );
    }, LOOK_MS);
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }

  forget(): void {
    this.cancel();
    this.environment = null;
  }
}
