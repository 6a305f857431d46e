import type { ServerPath } from './server-path.ts';
import type { KernelSessionOptions, KernelTicket } from './session-options.ts';

/** `reviving`: the server is starting the kernel anew after its death. */
export type KernelCondition = 'opening' | 'open' | 'reconnecting' | 'unauthorized' | 'reviving' | 'dead';

export interface SupervisorOptions {
  readonly path: ServerPath;
  readonly ticket: KernelTicket;
  /** An earlier page has begun runs on the kernel. */
  readonly attached: boolean;
  readonly settings: Required<KernelSessionOptions>;
  readonly onChange: () => void;
  /** The kernel's process is another one, without our doing: its state is gone, its runs have ended. */
  readonly onFreshProcess: () => void;
  /** A run's code asked for a line and gets none. */
  readonly onNoInput: () => void;
}
