import type { KernelFrame, OutgoingMessage } from './kernel-frames.ts';
import type { KernelPresence } from './kernel-presence.ts';

/**
 * `refused`: the server has the kernel but takes no WebSocket; still tried. `lost`: given up. `gone`, `lost` and `closed` are
 * final, `unauthorized` ends with `renew`.
 */
export type LinkState = 'opening' | 'open' | 'reconnecting' | 'refused' | 'unauthorized' | 'gone' | 'lost' | 'closed';

export interface LinkOptions {
  readonly ask: () => Promise<KernelPresence>;
  /** Puts the token into the address of a WebSocket. */
  readonly address: (url: string) => string;
  /** A request that any kernel answers on its control channel. */
  readonly beat: () => OutgoingMessage;
  readonly onState: (state: LinkState) => void;
  readonly onFrame: (frame: KernelFrame) => void;
  /** Connected anew to the same kernel. */
  readonly onReopened: () => void;
  /** Messages may be missing from here on. */
  readonly onGap: () => void;
  readonly onUnreadable: (error: unknown) => void;
  /** The server has not answered for some tries; they go on. */
  readonly onSilence: () => void;
  readonly WebSocket: typeof WebSocket;
  /** Calls the listener when connecting is worth a try at once (network back, page visible again); returns how to end that. */
  readonly wake: (listener: () => void) => () => void;
  readonly heartbeatSeconds: number;
  readonly random: () => number;
  /** Milliseconds from any start. */
  readonly now: () => number;
}
